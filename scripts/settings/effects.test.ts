/**
 * Every site setting does what its name says, or the command refuses it with a sentence [SITE-15]. A setting without a
 * proof here does not compile.
 */
import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '../../contract/entities/site-settings.ts'
import { HOUR_MS } from '../../contract/limits.ts'
import { showsEntryWarning } from '../../contract/rules/entry-warning.ts'
import { offeredLocales } from '../../contract/rules/offered-locales.ts'
import { pageValues } from '../../contract/rules/page-values.ts'
import { profileTiles } from '../../contract/rules/profile-tiles.ts'
import { createApp } from '../../server/app.ts'
import { RATES } from '../../server/rates.ts'
import { addTestStaff, deskOn } from '../../server/testing/desk.ts'
import { testClient } from '../../server/testing/client.ts'
import { signupForm } from '../../server/testing/forms.ts'
import { jpegOf, upload } from '../../server/testing/photos.ts'
import { AGE_WALK } from '../../server/jobs/kinds.ts'
import { smtpMailer } from '../../server/adapters/mail.ts'
import { runJobs, smtpStandIn } from '../../server/testing/post-office.ts'
import { sampleInputs } from '../../server/testing/sample-inputs.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../../server/testing/test-server.ts'
import { commandFrom } from './command.ts'

type Key = keyof SiteSettings
type Proof = () => Promise<void> | void

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const serve = async (settings: Partial<SiteSettings>, options: TestServerOptions = {}): Promise<TestServer> => {
  const server = await createTestServer({ ...options, settings })
  servers.push(server)
  return server
}

const documentOf = async (settings: Partial<SiteSettings>, path = '/', headers = {}): Promise<string> => {
  const { deps } = await serve(settings)
  return (await createApp(deps, { client: testClient() }).request(`http://localhost${path}`, { headers })).text()
}

const securityTextOf = async (settings: Partial<SiteSettings>): Promise<string> =>
  (await (await serve(settings)).app.request('http://localhost/.well-known/security.txt')).text()

const values = (settings: Partial<SiteSettings>) => {
  const all = { ...DEFAULT_SITE_SETTINGS, ...settings }
  return pageValues(all, all.company, 'en')
}

const settingsOf = async (server: TestServer) => (await server.visitor('settings.get')).body.settings

/** Whether a refund of 6 € waits for a second person. */
const refundWaits = async (second_person_over: number) => {
  const { deps, app, signUp, sql } = await serve({ second_person_over })
  const { id } = await signUp('Anna')
  sql(
    `insert into payments (id, user_id, status, provider, method, country, credits, amount, currency, vat_percentage, created_at, changed_at, completed_at)
      values (?, ?, 'completed', 'sandbox', 'paypal', 'IT', 15, 999, 'EUR', 22, 0, 0, 1)`,
    deps.newId(),
    id,
  )
  const payment = String(sql('select id from payments')[0]?.['id'])
  const desk = deskOn(app, (await addTestStaff(deps, 'Sam', 'support')).cookie)
  const body = { part: 'amount', amount: 600, reason: 'mistake', note: '' } as const
  return (await desk('money.refund', { params: { payment }, body })).body.waits
}

/** The warning that the recipient of a new account's first message gets. */
const warningIn = async (new_account_days: number) => {
  const server = await serve({ new_account_days })
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert')]
  const body = {
    client_id: server.deps.newId(),
    profile: bert.id,
    type: 'text',
    text: 'See www.anna.test',
  } as const
  await server.as(anna)('messages.send', { body })
  return (await server.as(bert)('chats.get')).body.chats[0]?.last_message?.warning
}

/** Whether a message goes out, and what it costs. */
const sending = async (
  settings: Partial<SiteSettings>,
  message: { type: 'text'; text: string } | { type: 'gift'; gift: 'rose' },
) => {
  const server = await serve(settings)
  const [anna, bert] = [await server.signUp('Anna', { credits: 5 }), await server.signUp('Bert')]
  const body = { client_id: server.deps.newId(), profile: bert.id, ...message }
  const { status } = await server.as(anna)('messages.send', { body })
  return { status, credits: (await server.as(anna)('user.get')).body.user?.credits, server, anna, bert }
}

/** The reason that a message to a fictional profile was refused, if it was. */
const writingToFiction = async (fictional_responder: 'none' | 'scripted') => {
  const server = await serve({ fictional_responder })
  const [anna, robot] = [await server.signUp('Anna', { credits: 5 }), await server.signUp('Robot', { fictional: true })]
  const body = { client_id: server.deps.newId(), profile: robot.id, type: 'text', text: 'Hello' } as const
  return (await server.as(anna)('messages.send', { body })).error?.error
}

/** The status of a signup with an address of this domain. */
const joiningFrom = async (domain: string, settings: Partial<SiteSettings>): Promise<number> => {
  const server = await serve(settings)
  return (await server.visitor('signup', { body: signupForm({ email: `anna@${domain}` }) })).status
}

const visitorSees = async (settings: Partial<SiteSettings>, query = ''): Promise<number> => {
  const server = await serve(settings)
  return (await server.app.request(`http://localhost/api/members${query}`)).status
}

const refused =
  (value: string, sentence: RegExp, key?: string): Proof =>
  () =>
    expect(() => commandFrom(['set', key ?? currentKey, value])).toThrow(sentence)

let currentKey = ''

const ENTERING = { installed: false, dismissedAt: null, enabled: 'yes', loggedIn: false, country: 'NL' } as const
const company = { ...DEFAULT_SITE_SETTINGS.company, name: 'Nacht GmbH' }

const PROOFS: Record<Key, Proof> = {
  name: async () => {
    expect(await documentOf({ name: 'Nacht' })).toContain('<title>it · Nacht</title>')
    expect(values({ name: 'Nacht' })['siteName']).toBe('Nacht')
  },
  domain: refused('"x.test"', /works it out/),
  domain_language: async () => expect(await documentOf({ domain_language: 'de-DE' })).toContain('<html lang="de">'),
  title: async () => expect(await documentOf({ title: 'Nachts' })).toContain('<title>it · Nachts</title>'),
  description: async () =>
    expect(await documentOf({ description: 'Meet at night' })).toContain('name="description" content="Meet at night"'),
  index_title: async () =>
    expect(await documentOf({ index_title: 'Tonight' })).toContain('<title>Tonight · Visavis</title>'),
  cdn_prefix: refused('https://cdn.example', /must stay empty: photos/),
  age_check: async () => {
    const server = await serve({ age_check: { IE: 'provider' } })
    const anna = await server.signUp('Anna')
    await server.as(anna)('profile.put', { body: { country: 'IE', countryregion: 'IE-D', city: 'IE-D/dublin' } })
    expect((await server.as(anna)('age.get')).body).toMatchObject({ state: 'needed', ways: ['provider'] })
  },
  age_check_grace_days: async () => {
    const server = await serve({ age_check: { IT: 'provider' }, age_check_grace_days: 3 })
    const anna = await server.signUp('Anna')
    await server.deps.write((tx) => tx.jobs.add(AGE_WALK, server.clock.now()))
    await runJobs(server)
    const { state, due } = (await server.as(anna)('age.get')).body
    expect([state, due]).toEqual(['ahead', server.clock.now() + 3 * 24 * HOUR_MS])
  },
  countries: async () => {
    const server = await serve({ countries: ['PL'] })
    expect((await server.visitor('regions.get')).body.countries.map(({ country }) => country)).toEqual(['PL'])
    expect((await server.visitor('signup', { body: signupForm() })).error?.fields).toEqual({ city: 'place_unknown' })
  },
  signups: async () => {
    const server = await serve({ signups: 'none' })
    expect((await server.visitor('signup', { body: signupForm() })).error?.error).toBe('signups_closed')
  },
  logged_out_search: async () => expect(await visitorSees({ logged_out_search: 'none' })).toBe(403),
  logged_out_search_trafficsource: async () => {
    const closed = { logged_out_search: 'none', logged_out_search_trafficsource: 'all' } as const
    expect([await visitorSees(closed), await visitorSees(closed, '?ref=blog')]).toEqual([403, 200])
  },
  enable_site_entry_popup: () =>
    expect(
      (['yes', 'no'] as const).map((enabled) => showsEntryWarning({ ...ENTERING, enabled, countries: ['NL'] })),
    ).toEqual([true, false]),
  entry_warning_countries: () =>
    expect([['NL'], ['DE']].map((countries) => showsEntryWarning({ ...ENTERING, countries }))).toEqual([true, false]),
  geoip_country: refused('"IT"', /works it out/),
  geoip_selected_country: refused('"IT"', /works it out/),
  push_public_key: refused('"key"', /works it out/),
  push_services: async () => {
    const endpoint = 'https://push.example/1'
    const keys = {
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    }
    const subscribing = async (push_services: string[]) => {
      const server = await serve({ push_services })
      return server.as(await server.signUp('Anna'))('user.push', { body: { subscription: { endpoint, keys } } })
    }
    expect((await subscribing(['push.example'])).status).toBe(200)
    expect((await subscribing(['fcm.googleapis.com'])).status).toBe(400)
  },
  support_phone: () => expect(values({ support_phone: '+39 02-1' })['supportPhoneLink']).toBe('+39021'),
  support_email: () => expect(values({ support_email: 'help@nacht.test' })['supportEmail']).toBe('help@nacht.test'),
  minimum_message_costs: refused('{}', /works it out/),
  message_credits: async () =>
    expect(await sending({ message_credits: 2 }, { type: 'text', text: 'Hello' })).toMatchObject({ credits: 3 }),
  photo_credits: () => expect(values({ photo_credits: 7 })['photoCredits']).toBe('7'),
  gift_credits: async () =>
    expect(await sending({ gift_credits: 4 }, { type: 'gift', gift: 'rose' })).toMatchObject({ credits: 1 }),
  signup_credits: async () => {
    const server = await serve({ signup_credits: 8 })
    expect((await server.visitor('signup', { body: signupForm() })).body.user?.credits).toBe(8)
  },
  message_length: async () =>
    expect(await sending({ message_length: 3 }, { type: 'text', text: 'Hello' })).toMatchObject({ status: 400 }),
  message_days: async () => {
    const { server, anna, bert } = await sending({ message_days: 1 }, { type: 'text', text: 'Hello' })
    server.clock.advance(25 * HOUR_MS)
    const conversation = `${Math.min(anna.id, bert.id)}-${Math.max(anna.id, bert.id)}`
    const { body } = await server.as(anna)('messages.list', { params: { conversation }, query: {} })
    expect(body.messages).toEqual([])
  },
  min_age: async () => {
    const server = await serve({ min_age: 40 })
    expect((await server.visitor('signup', { body: signupForm() })).error?.fields).toEqual({
      date_of_birth: 'too_young',
    })
  },
  photo_review: async () => {
    const server = await serve({ photo_review: 'desk' })
    const { body } = await upload(server, await server.signUp('Anna'), await jpegOf())
    expect(body.photos.map(({ status }) => status)).toEqual(['pending'])
  },
  search_page_size: async () => {
    const server = await serve({ search_page_size: 1 })
    await server.signUp('Anna')
    await server.signUp('Bea')
    expect((await server.visitor('members.search', { query: {} })).body.results).toHaveLength(1)
  },
  visible_profile_fields: async () => {
    const server = await serve({ visible_profile_fields: [] })
    const anna = await server.signUp('Anna', { aboutMe: 'I sail.' })
    const { body } = await server.visitor('members.get', { params: { id: String(anna.id) } })
    expect(body.profile.about_me).toBe('')
  },
  visible_profile_notes: refused('["presence"]', /must stay empty: profiles have no notes/),
  search_fields: async () => {
    const server = await serve({ search_fields: ['country'] })
    await server.signUp('Anna', { gender: 'female' })
    const { results } = (await server.visitor('members.search', { query: { gender: 'male' } })).body
    expect(results.map(({ name }) => name)).toEqual(['Anna'])
  },
  fictional_icon: refused('false', /must stay true: a fictional profile is always marked/),
  fictional_warning: refused('false', /must stay true: a chat with a fictional profile/),
  fictional_singular: refused('Star', /must stay empty: the mark/),
  fictional_plural: refused('Stars', /must stay empty: fictional profiles/),
  refund_days: () => expect(values({ refund_days: 30 })['refundDays']).toBe('30'),
  member_resell: () => {
    const profile_tiles = [{ kind: 'resell' as const, path: '/pages/faq' }]
    expect([true, false].map((member_resell) => profileTiles({ profile_tiles, member_resell }).length)).toEqual([1, 0])
  },
  profile_tiles: async () => {
    const badge = '[{"kind":"resell","path":"/pages/faq","badge":"live"}]'
    expect(() => commandFrom(['set', 'profile_tiles', badge])).toThrow(/only a tile of kind cam has a badge/)
    const tile = { kind: 'cam' as const, path: '/pages/faq', badge: 'exclusive' as const }
    expect((await settingsOf(await serve({ profile_tiles: [tile] }))).profile_tiles).toEqual([tile])
    expect(profileTiles({ profile_tiles: [tile], member_resell: false })).toEqual([tile])
  },
  locales: async () => {
    const german = { cookie: 'locale=de' }
    expect(await documentOf({}, '/', german)).toContain('<html lang="de">')
    const two = await documentOf({ locales: ['it', 'en'] }, '/', german)
    expect(two).toContain('<html lang="it">')
    expect([...two.matchAll(/hreflang="([^"]+)"/g)].map(([, code]) => code)).toEqual(['it', 'en', 'x-default'])
    const asking = { loggedIn: false, detectedCountry: 'DE', selectedCountry: null, profileCountry: null }
    expect(offeredLocales({ ...asking, current: 'it', browser: ['en'], locales: ['it', 'en'] })).toEqual(['it', 'en'])
    const server = await serve({ locales: ['it', 'en'] })
    const anna = server.as(await server.signUp('Anna'))
    expect((await anna('user.language', { body: { language: 'de' } })).status).toBe(400)
    expect(() => commandFrom(['set', 'locales', '[]'])).toThrow(/at least one language/)
  },
  premium_claim: async () => {
    const claim = { percentage: 46, source: 'Own study, 2025' }
    expect((await settingsOf(await serve({ premium_claim: claim }))).premium_claim).toEqual(claim)
    // How it is shown together with its source: app/features/credits/selling.test.tsx [PAY-14].
    expect(() => commandFrom(['set', 'premium_claim', '{"percentage": 46, "source": ""}'])).toThrow(/source/)
  },
  packages: async () => {
    const server = await serve({ packages: [{ credits: 7, prices: { '*': 700 } }] })
    const { packages } = (await server.visitor('packages.get', { query: {} })).body
    expect(packages.map(({ credits, price }) => [credits, price])).toEqual([[7, 700]])
  },
  currencies: async () => {
    const server = await serve({ currencies: { '*': 'PLN' } })
    expect((await server.visitor('packages.get', { query: {} })).body.packages[0]?.currency).toBe('PLN')
  },
  payment_methods: async () => {
    const server = await serve({ payment_methods: { paypal: '*' } })
    expect(JSON.stringify((await server.visitor('packages.get', { query: {} })).body)).not.toContain('creditcard')
  },
  vat_percentages: async () => {
    const server = await serve({ vat_percentages: { IT: 10 } })
    const anna = await server.signUp('Anna', { paid: true })
    await server.as(anna)('payments.create', {
      body: { client_id: server.deps.newId(), package: '15', price: 999, currency: 'EUR', method: 'paypal' },
    })
    expect(server.sql('select vat_percentage from payments')).toEqual([{ vat_percentage: 10 }])
  },
  welcome_discount: async () => {
    const server = await serve({ welcome_discount: { code: 'HELLO', value_percentage: 10, hours: 4 } })
    const { body } = await server.visitor('discountcode.get', { query: { welcome: 'true' } })
    expect(JSON.stringify(body)).toContain('"HELLO"')
  },
  direct_debits_a_day: async () => {
    const server = await serve({ direct_debits_a_day: { member: 0, iban: 2 } })
    const anna = await server.signUp('Anna', { paid: true })
    const { body } = sampleInputs(anna.id, 2)['directdebit.start']
    expect((await server.as(anna)('directdebit.start', { body })).status).toBe(429)
  },
  address_failures: async () => {
    const server = await serve({ address_failures: { count: 1, minutes: 15 } })
    await server.signUp('Anna')
    const guess = async (email: string) =>
      (await server.visitor('user.login', { body: { email, password: 'a wrong guess' } })).error?.error
    expect([await guess('anna@example.test'), await guess('bert@example.test')]).toEqual([
      'login_failed',
      'address_blocked',
    ])
  },
  new_account_days: async () => {
    expect([await warningIn(14), await warningIn(0)]).toEqual([['link'], undefined])
  },
  signups_before_proof: async () => {
    const server = await serve({ signups_before_proof: 1 })
    const join = async (email: string) => (await server.visitor('signup', { body: signupForm({ email }) })).error?.error
    expect([await join('anna@example.test'), await join('bert@example.test')]).toEqual([undefined, 'proof_needed'])
  },
  refused_mail_domains: async () =>
    expect(await joiningFrom('bad.test', { refused_mail_domains: ['bad.test'] })).toBe(400),
  allowed_mail_domains: async () =>
    expect([
      await joiningFrom('mailinator.com', {}),
      await joiningFrom('mailinator.com', { allowed_mail_domains: ['mailinator.com'] }),
    ]).toEqual([400, 200]),
  new_conversations_a_day: async () => {
    const server = await serve({ new_conversations_a_day: { first_day: 1, first_week: 1, later: 1 } })
    const others = [await server.signUp('Bert'), await server.signUp('Carl')]
    const anna = await server.signUp('Anna', { paid: true })
    const begin = async ({ id: profile }: { id: number }) => {
      const body = { client_id: server.deps.newId(), profile, type: 'text', text: 'Hello' } as const
      return (await server.as(anna)('messages.send', { body })).error?.error
    }
    expect([await begin(others[0] ?? anna), await begin(others[1] ?? anna)]).toEqual([
      undefined,
      'new_conversation_limit',
    ])
  },
  second_person_over: async () => {
    expect([await refundWaits(6), await refundWaits(5)]).toEqual([false, true])
  },
  likes_a_day: async () => {
    const server = await serve({ likes_a_day: 1 }, { rates: RATES })
    const [anna, bert, carl] = [await server.signUp('Anna'), await server.signUp('Bert'), await server.signUp('Carl')]
    const like = async (one: { id: number }) =>
      (await server.as(anna)('likes.put', { params: { profile: String(one.id) } })).status
    expect([await like(bert), await like(carl)]).toEqual([200, 429])
  },
  fictional_responder: async () => {
    expect([await writingToFiction('none'), await writingToFiction('scripted')]).toEqual([
      'fictional_closed',
      undefined,
    ])
  },
  company: async () => {
    const server = await serve({ company })
    expect((await server.visitor('companyinfo.get')).body.companyinfo.name).toBe('Nacht GmbH')
    expect(values({ company })['companyName']).toBe('Nacht GmbH')
    const discount = JSON.stringify({ ...company, delete_discount: true })
    expect(() => commandFrom(['set', 'company', discount])).toThrow(/must stay false: a member who leaves/)
  },
  security_contact: async () => {
    expect(await securityTextOf({ security_contact: 'https://nacht.test/report' })).toContain(
      'Contact: https://nacht.test/report\n',
    )
    expect(await securityTextOf({ support_email: 'help@nacht.test' })).toContain('Contact: mailto:help@nacht.test\n')
    expect(() => commandFrom(['set', 'security_contact', 'nobody'])).toThrow(/mailto: or https/)
  },
  store_apps: async () => {
    const fingerprints = [Array.from({ length: 32 }, () => 'AB').join(':')]
    const { app } = await serve({ store_apps: [{ package_name: 'test.nacht.app', fingerprints }] })
    const links = await (await app.request('http://localhost/.well-known/assetlinks.json')).json()
    expect(links).toMatchObject([
      { target: { package_name: 'test.nacht.app', sha256_cert_fingerprints: fingerprints } },
    ])
    const wrong = JSON.stringify([{ package_name: 'test.nacht.app', fingerprints: ['AB'] }])
    expect(() => commandFrom(['set', 'store_apps', wrong])).toThrow(/32 bytes/)
  },
  mail_from: async () => {
    const server = await serve({ mail_from: 'Nacht <hallo@nacht.test>' })
    const post = await smtpStandIn()
    const mailer = smtpMailer(post.url, server.deps.env.MAIL_FROM)
    await server.visitor('complaints.send', {
      body: { name: 'Carla', email: 'carla@example.test', text: 'Hello there' },
    })
    await runJobs(server, { mailer })
    mailer.close()
    await post.close()
    expect(post.received[0]?.raw).toContain('From: Nacht <hallo@nacht.test>')
    expect(() => commandFrom(['set', 'mail_from', 'nobody'])).toThrow(/Name <address>/)
  },
}

describe('[SITE-15] every setting has an effect or is refused with a sentence', () => {
  test('the proofs are for the settings there are', () => {
    expect(Object.keys(PROOFS).toSorted()).toEqual(Object.keys(DEFAULT_SITE_SETTINGS).toSorted())
  })

  test.each(Object.entries(PROOFS))('%s', async (key, proof) => {
    expect.hasAssertions()
    currentKey = key
    await proof()
  })
})
