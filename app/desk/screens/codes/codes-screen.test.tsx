// @vitest-environment happy-dom
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DeskCode } from '#contract/desk/codes.ts'
import { DESK_SCREENS, maySee } from '../../screens.ts'
import { answerCalls, atDesk, hear, press } from '../../testing/desk-page.tsx'
import { CodesScreen } from './codes-screen.tsx'

const REASON = 'autumn with the partner'
const code = (name: string, own: Partial<DeskCode> = {}): DeskCode => ({
  code: name,
  value_percentage: 20,
  status: 'active',
  validity: 'once-per-user',
  expires: null,
  country: null,
  currency: null,
  is_personal: false,
  campaign: null,
  uses: 0,
  revenue: [],
  ...own,
})

atDesk('marketing')

const open = async (codes: DeskCode[], replies: Parameters<typeof answerCalls>[0] = {}) => {
  const campaigns = [{ id: 4, name: 'Autumn' }]
  const requests = answerCalls({
    'GET codes': () => ({ json: { codes, campaigns, countries: ['IT'], currencies: ['EUR', 'GBP'] } }),
    'POST codes': () => ({ json: {} }),
    ...replies,
  })
  render(<CodesScreen />)
  await screen.findByText(/^\d codes?$/)
  return requests
}

const confirm = async (values: Record<string, string> = {}): Promise<void> => {
  const dialog = screen.getByRole('dialog')
  for (const [label, value] of Object.entries({ ...values, Reason: REASON }))
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
  await act(async () => fireEvent.submit(dialog.querySelector('form') ?? dialog))
}

const rowOf = (name: string): string[] => {
  const row = screen.getByRole('rowheader', { name }).closest('tr')
  return row
    ? within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    : []
}

test('[DESK-14] the list shows campaign, partner, uses, revenue, last day and state of each code', async () => {
  await open([
    code('AUTUMN20', {
      campaign: { id: 4, name: 'Autumn', partner: 'Nachtblog' },
      country: 'IT',
      uses: 1_200,
      revenue: [
        { currency: 'EUR', amount: 880_000 },
        { currency: 'GBP', amount: 1_050 },
      ],
      expires: Date.parse('2099-01-02T00:00:00Z'),
    }),
    code('OLD', { uses: null, status: 'inactive' }),
  ])
  expect(rowOf('AUTUMN20')).toEqual([
    '20 %',
    'AutumnNachtblog',
    'once a member, Italy',
    '1,200',
    '€8,800.00£10.50',
    '1 Jan 2099',
    'CountsEnd',
  ])
  expect(rowOf('OLD').slice(3)).toEqual(['Under 10', '–', 'No end', 'EndedLet it count again'])
})

test('[DESK-14] N adds a code with a reason', async () => {
  const requests = await open([])
  await press('n')
  await confirm({ Code: 'spring', 'Percent off': '12,5', 'Last day': '2099-03-01', Country: 'IT', Campaign: '4' })
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    code: 'spring',
    value_percentage: 12.5,
    validity: 'once-per-user',
    last_day: '2099-03-01',
    country: 'IT',
    currency: null,
    campaign: 4,
    reason: REASON,
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[DESK-14] [DESK-16] a refused field says so and has the focus, and the typed text stays', async () => {
  await open([], {
    'POST codes': () => ({ status: 400, json: { error: 'invalid_input', fields: { last_day: 'invalid' } } }),
  })
  await press('n')
  await confirm({ Code: 'spring', 'Percent off': '10', 'Last day': '2020-03-01' })
  expect(screen.getByText('Not valid')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('spring')
  expect(document.activeElement).toBe(screen.getByLabelText('Last day'))
})

test('[DESK-14] a code ends with a reason; if a colleague was faster, the refusal says so', async () => {
  const requests = await open([code('AUTUMN20')], {
    'PUT codes/AUTUMN20/status': () => ({ status: 409, json: { error: 'changed_meanwhile' } }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'End AUTUMN20' }))
  await confirm()
  expect(requests.at(-1)?.body).toEqual({ status: 'inactive', reason: REASON })
  expect(screen.getByRole('alert').textContent).toMatch(/colleague has changed this/)
})

test('[DESK-14] a code that a colleague adds appears without a reload', async () => {
  const requests = await open([])
  const before = requests.length
  await hear('codes')
  expect(requests.slice(before).map(({ path }) => path)).toEqual(['codes'])
})

test('[DESK-2] marketing and owners see the codes', () => {
  expect(
    (['marketing', 'owner', 'finance', 'moderator'] as const).map((role) => maySee(DESK_SCREENS.codes, role)),
  ).toEqual([true, true, false, false])
})
