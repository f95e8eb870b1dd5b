// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Campaign } from '#contract/desk/campaigns.ts'
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
    clicks: 4_000,
    signups: 200,
    confirmed: 150,
    buyers: null,
    revenue: [],
    code_uses: 12,
    cost: 50_000,
    cost_per_click: 12.5,
    cost_per_signup: 250,
    cost_per_purchase: null,
    return_on_cost: null,
  },
}

const NORTH = { id: 2, name: 'North', link: { made_at: Date.UTC(2026, 10, 1), revoked_at: null } }

atDesk('marketing', Date.UTC(2026, 10, 21, 14, 32))

const open = (campaigns = [SPRING]) => {
  const codes = new Map<string, unknown>([
    ['SPRING', 4],
    ['FREE', null],
  ])
  const put =
    (code: string) =>
    ({ body }: { body: unknown }) => {
      codes.set(code, (body as { campaign: unknown }).campaign)
      return { json: {} }
    }
  const requests = answerCalls({
    'GET campaigns': () => ({
      json: {
        campaigns,
        partners: [NORTH],
        codes: [...codes].map(([code, campaign]) => ({ code, campaign })),
      },
    }),
    'POST campaigns': () => ({ json: { id: 5 } }),
    'PUT campaigns/codes/FREE': put('FREE'),
    'PUT campaigns/codes/SPRING': put('SPRING'),
    'POST partners': () => ({ json: { partner: NORTH } }),
    'POST partners/2/link': () => ({ json: { url: 'https://site.test/partner/secret', partner: NORTH } }),
    'DELETE partners/2/link': () => ({ json: { partner: NORTH } }),
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
    'Springnetwork=ads · ref=x1 · SPRING',
    '4,000',
    '200',
    '150',
    'under 10',
    '–',
    '12',
    '€500.00',
    'per click €0.13per signup €2.50',
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

test('a pasted name that is too long stays whole, says so, and is not sent', async () => {
  const requests = open()
  await screen.findByRole('table', { name: 'Campaigns' })
  await press('+')
  const dialog = within(screen.getByRole('dialog'))
  const field = dialog.getByLabelText<HTMLInputElement>('Name')
  expect(field.maxLength).toBe(-1)
  fireEvent.change(field, { target: { value: 'x'.repeat(103) } })
  expect(dialog.getByText('3 characters too long, at most 100')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(field)
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('[DESK-16] a dialog opens with the focus in its first field, not on the button that closes it', async () => {
  open()
  await screen.findByRole('table', { name: 'Campaigns' })
  await press('+')
  expect(document.activeElement).toBe(within(screen.getByRole('dialog')).getByLabelText('Name'))
})

test('[DESK-14] a campaign that a colleague has saved meanwhile shows their change, and saving keeps both', async () => {
  const newest = { ...SPRING, ref: 'x2', cost: 70_000 }
  const requests = answerCalls({
    'GET campaigns': () => ({
      json: { campaigns: [requests.length > 1 ? newest : SPRING], partners: [NORTH], codes: [] },
    }),
    'PUT campaigns/4': ({ body }) =>
      (body as { seen: { ref: string } }).seen.ref === 'x2'
        ? { json: { id: 4 } }
        : { status: 409, json: { error: 'changed_meanwhile' } },
  })
  showAt('/campaigns', <CampaignsScreen />)
  fireEvent.click(await screen.findByRole('button', { name: 'Spring' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Autumn' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const alert = await dialog.findByRole('alert')
  await vi.waitFor(() => expect(alert.textContent).toContain('refx2Amount in EUR700.00'))
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Autumn')
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    name: 'Autumn',
    ref: 'x2',
    cost: 70_000,
  })
})

test('[DESK-14] the newest campaign replaces own changes only when somebody asks for it', async () => {
  const newest = { ...SPRING, ref: 'x2' }
  const requests = answerCalls({
    'GET campaigns': () => ({
      json: { campaigns: [requests.length > 1 ? newest : SPRING], partners: [NORTH], codes: [] },
    }),
    'PUT campaigns/4': () => ({ status: 409, json: { error: 'changed_meanwhile' } }),
  })
  showAt('/campaigns', <CampaignsScreen />)
  fireEvent.click(await screen.findByRole('button', { name: 'Spring' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Autumn' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Show the newest' }))
  expect(
    [dialog.getByLabelText('Name'), dialog.getByLabelText('ref')].map((field) => Reflect.get(field, 'value')),
  ).toEqual(['Spring', 'x2'])
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('[DESK-14] a cost of thousands is saved as it was, and a point before three digits is no decimal point', async () => {
  const requests = open([{ ...SPRING, cost: 150_000 }])
  fireEvent.click(await screen.findByRole('button', { name: 'Spring' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({ cost: 150_000 }))
  fireEvent.click(await screen.findByRole('button', { name: 'Spring' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Amount in EUR'), { target: { value: '1.500' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(requests.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ cost: -1 }))
})

test('[DESK-14] without a campaign the screen says what one is; finance reads and adds none', async () => {
  await enterAs('finance')
  open([])
  expect(await screen.findByRole('heading', { name: 'No campaigns yet' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New campaign' })).toBeNull()
})

describe('[DESK-14] partners', () => {
  test('a partner is added by name', async () => {
    const requests = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Add a partner' }))
    const dialog = within(screen.getByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: ' Nachtblog ' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Add a partner' }))
    await vi.waitFor(() =>
      expect(requests.find(({ path, method }) => method === 'POST' && path === 'partners')?.body).toEqual({
        name: 'Nachtblog',
      }),
    )
  })

  test('a link is made and shown once, and a link in use is revoked after its effect is said', async () => {
    const requests = open()
    fireEvent.click(await screen.findByRole('button', { name: 'New link for North' }))
    expect(await screen.findByDisplayValue('https://site.test/partner/secret')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    fireEvent.click(screen.getByRole('button', { name: 'Revoke the link of North' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(/ends at once/)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
    await vi.waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true))
  })

  test('a discount code is given to a campaign and taken away', async () => {
    const requests = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Spring' }))
    fireEvent.change(screen.getByLabelText('Discount code'), { target: { value: 'FREE' } })
    fireEvent.click(screen.getByRole('button', { name: 'Give to this campaign' }))
    await screen.findByRole('button', { name: 'Take FREE away' })
    fireEvent.click(screen.getByRole('button', { name: 'Take SPRING away' }))
    await vi.waitFor(() =>
      expect(requests.filter(({ path }) => path.startsWith('campaigns/codes/')).map(({ body }) => body)).toEqual([
        { campaign: 4, seen: null },
        { campaign: null, seen: 4 },
      ]),
    )
  })

  test('finance reads partners and changes nothing', async () => {
    await enterAs('finance')
    open()
    expect(await screen.findByText('North')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add a partner' })).toBeNull()
  })
})
