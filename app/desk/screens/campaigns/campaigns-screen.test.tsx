// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Campaign } from '#contract/desk/entities/numbers.ts'
import { answerCalls, atDesk, enterAs, press, showAt } from '../../testing/desk-page.tsx'
import { CampaignsScreen } from './campaigns-screen.tsx'

const SPRING: Campaign = {
  id: 4,
  name: 'Spring',
  network: 'ads',
  ref: 'x1',
  sub1: null,
  sub2: null,
  sub3: null,
  partner: null,
  cost_kind: 'total',
  cost: 50_000,
  currency: 'EUR',
  codes: ['SPRING'],
  numbers: {
    signups: 200,
    confirmed: 150,
    buyers: null,
    revenue: [],
    code_uses: 12,
    cost: 50_000,
    cost_per_signup: 250,
    return_on_cost: null,
  },
}

atDesk('marketing', Date.UTC(2026, 10, 21, 14, 32))

const open = (campaigns = [SPRING]) => {
  const requests = answerCalls({
    'GET campaigns': () => ({ json: { campaigns, partners: [{ id: 2, name: 'North' }] } }),
    'POST campaigns': () => ({ json: { id: 5 } }),
    'PUT campaigns/4': () => ({ json: { id: 4 } }),
  })
  showAt('/campaigns', <CampaignsScreen />)
  return requests
}

test('[DESK-14] a campaign has its link, its figures and its cost, and a small group has no number', async () => {
  open()
  const table = await screen.findByRole('table', { name: 'Campaigns' })
  const [, row] = within(table).getAllByRole('row')
  expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Spring',
    'network=ads · ref=x1 · SPRING',
    '200',
    '150',
    'under 10',
    '–',
    '12',
    '€500.00',
    '€2.50',
    '–',
  ])
})

test('[DESK-14] + makes a campaign with its cost in minor units, and a name opens it again', async () => {
  const requests = open()
  await screen.findByRole('table', { name: 'Campaigns' })
  await press('+')
  const dialog = screen.getByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Autumn' } })
  fireEvent.change(within(dialog).getByLabelText('network'), { target: { value: 'mail' } })
  fireEvent.change(within(dialog).getByLabelText('Partner'), { target: { value: '2' } })
  fireEvent.change(within(dialog).getByLabelText('Cost'), { target: { value: 'per_signup' } })
  fireEvent.change(within(dialog).getByLabelText('Amount in EUR'), { target: { value: '1,25' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name: 'Autumn',
      network: 'mail',
      ref: null,
      partner: 2,
      cost_kind: 'per_signup',
      cost: 125,
      currency: 'EUR',
    }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Spring' }))
  expect(within(screen.getByRole('dialog')).getByLabelText('ref')).toHaveProperty('value', 'x1')
})

test('[DESK-14] without a campaign the screen says what one is; finance reads and adds none', async () => {
  await enterAs('finance')
  open([])
  expect(await screen.findByRole('heading', { name: 'No campaigns yet' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New campaign' })).toBeNull()
})
