/** [DESK-14] A partner's own page: only its own numbers, by a link that the desk makes and revokes. */
import { DAY_MS } from '#contract/limits.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RATES } from '../rates.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../testing/desk.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let mia: DeskCaller
beforeEach(async () => {
  server = await createTestServer({ start: '2026-12-01T10:00:00Z' })
  mia = deskOn(server.app, (await addTestStaff(server.deps, 'Mia', 'marketing')).cookie)
})
afterEach(() => server.close())

const AT = Date.parse('2026-11-10T12:00:00Z')

const addPartner = async (name: string) => (await mia('partners.add', { body: { name } })).body.partner.id
const addCampaign = (name: string, network: string, partner: number, sub1: string | null = null) =>
  mia('campaigns.add', {
    body: {
      name,
      network,
      ref: null,
      sub1,
      sub2: null,
      sub3: null,
      partner,
      cost_kind: 'per_click',
      cost: 250,
      currency: 'EUR',
    },
  })
const join = (network: string, count: number): void => {
  for (let member = 0; member < count; member += 1)
    server.sql(
      `insert into users (email, password_hash, status, language, signup_at, tracking) values (?, '', 'active', 'en', ?, ?)`,
      `${network}-${member}@example.test`,
      AT,
      JSON.stringify({ network }),
    )
}
const visit = (source: string, visits: number): void => {
  server.sql(
    `insert into day_visits (day, source, lander, country, visits) values ('2026-11-10', ?, '', 'IT', ?)`,
    source,
    visits,
  )
}
const makeLink = async (partner: number) => (await mia('partners.link', { params: { id: String(partner) } })).body.url
const open = async (url: string, headers: Record<string, string> = {}) => {
  const response = await server.app.request(url, { headers: { 'accept-language': 'en', ...headers } })
  return { status: response.status, headers: response.headers, html: await response.text() }
}
/** The figures of each month of each campaign, in their order. */
const figuresIn = (html: string): string[] => [...html.matchAll(/<td>([^<]*)<\/td>/g)].map(([, text]) => text ?? '')
const monthsIn = (html: string): string[] =>
  [...html.matchAll(/<th scope="row">([^<]*)<\/th>/g)].map(([, text]) => text ?? '')

test('[DESK-13] shows the clicks, signups and confirmed signups of the partner’s own campaigns, and nothing of others', async () => {
  const [north, south] = [await addPartner('North & Co'), await addPartner('South')]
  await addCampaign('Spring <ads>', 'ads', north)
  await addCampaign('By sub', 'ads', north, 'a')
  await addCampaign('Secret of South', 'mail', south)
  join('ads', 12)
  join('mail', 30)
  visit('ads', 900)
  visit('ads/x1', 334)
  visit('adsense', 5_000)
  const { status, html } = await open(await makeLink(north))
  expect(status).toBe(200)
  expect(html).toContain('North &#38; Co')
  expect(html).toContain('Spring &#60;ads&#62;')
  expect(html).not.toContain('South')
  // The campaign with a sub has no clicks, and none of its signups.
  expect(html).toContain('No month with visitors is over yet. The next numbers come on January 1.')
  expect(monthsIn(html)).toEqual(['Nov 2026'])
  expect(figuresIn(html)).toEqual(['1,234', '12', '12', '0'])
  // Our costs are not the partner's.
  expect(html).not.toContain('250')
})

test('[DESK-13] hides groups under 10', async () => {
  const north = await addPartner('North')
  await addCampaign('Spring', 'ads', north)
  join('ads', 9)
  visit('ads', 9)
  expect(figuresIn((await open(await makeLink(north))).html)).toEqual(['under 10', 'under 10', 'under 10', 'under 10'])
})

test('[DESK-13] counts a whole month once, so that numbers written down every day tell nothing of single days', async () => {
  const north = await addPartner('North')
  await addCampaign('Spring', 'ads', north)
  const url = await makeLink(north)
  server.clock.set(Date.parse('2026-11-29T10:00:00Z'))
  join('ads', 12)
  visit('ads', 30)
  expect(figuresIn((await open(url)).html)).toEqual([])
  server.clock.advance(2 * DAY_MS)
  const november = ['30', '12', '12', '0']
  expect(figuresIn((await open(url)).html)).toEqual(november)
  // One of them is erased, one is not confirmed any more, a visit is counted late.
  server.sql(`update users set tracking = '{}' where email like 'ads-0@%'`)
  server.sql(`update users set status = 'not_confirmed' where email like 'ads-1@%'`)
  visit('ads/late', 1)
  expect(figuresIn((await open(url)).html)).toEqual(november)
  server.clock.advance(31 * DAY_MS)
  const { html } = await open(url)
  expect(monthsIn(html)).toEqual(['Dec 2026', 'Nov 2026'])
  expect(figuresIn(html)).toEqual(['0', '0', '0', '0', ...november])
})

test('[DESK-13] sets no cookie, stays out of search engines and caches, and tells no other site its address', async () => {
  const { headers, html } = await open(await makeLink(await addPartner('North')))
  expect(headers.get('set-cookie')).toBeNull()
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(html).not.toContain('<script')
})

test('[DESK-14] speaks English or German, as the browser prefers', async () => {
  const url = await makeLink(await addPartner('North'))
  expect((await open(url, { 'accept-language': 'de-AT,de;q=0.9' })).html).toContain('Eure Zahlen')
  expect((await open(url, { 'accept-language': 'fr' })).html).toContain('Your numbers')
})

test('[DESK-13] a revoked link says so, a replaced or guessed one is not valid, and neither shows a number', async () => {
  const north = await addPartner('North')
  await addCampaign('Spring', 'ads', north)
  join('ads', 12)
  const first = await makeLink(north)
  const second = await makeLink(north)
  expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200])
  await mia('partners.revoke', { params: { id: String(north) } })
  const revoked = await open(second)
  expect([revoked.status, figuresIn(revoked.html)]).toEqual([410, []])
  expect(revoked.html).toContain('This link was revoked')
  expect((await mia('partners.revoke', { params: { id: String(north) } })).error?.error).toBe('not_possible')
  expect((await open('http://localhost/partner/guessed')).status).toBe(404)
})

test('[DESK-3] the address is stored as a hash alone, and making and revoking are in the audit', async () => {
  const north = await addPartner('North')
  const url = await makeLink(north)
  const token = new URL(url).pathname.split('/').at(-1) ?? ''
  await mia('partners.revoke', { params: { id: String(north) } })
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(server.sql('select * from partners'))).not.toContain(token)
  expect(JSON.stringify(server.sql('select * from audit'))).not.toContain(token)
  expect(server.sql('select act from audit order by id').map(({ act }) => act)).toEqual([
    'partner.add',
    'partner.link',
    'partner.revoke',
  ])
})

test('[SAFE-6] a network that guesses addresses has to wait', async () => {
  await server.close()
  server = await createTestServer({ start: '2026-11-20T10:00:00Z', rates: RATES })
  const statuses = []
  for (let guess = 0; guess < 31; guess += 1) statuses.push((await open(`http://localhost/partner/${guess}`)).status)
  expect([statuses[29], statuses[30]]).toEqual([404, 429])
})

test('[DESK-14] a partner with the name of another one is refused', async () => {
  await addPartner('North')
  expect((await mia('partners.add', { body: { name: 'North' } })).error?.error).toBe('name_taken')
})

test('[DESK-14] a campaign that costs by click has its cost, and its cost per click', async () => {
  await addCampaign('Spring', 'ads', await addPartner('North'))
  visit('ads', 100)
  const [campaign] = (await mia('campaigns.list', { query: { from: '2026-11-01', to: '2026-11-19' } })).body.campaigns
  expect(campaign?.numbers).toMatchObject({ clicks: 100, cost: 25_000, cost_per_click: 250, cost_per_signup: null })
})
