/** [GUARD-6] The age check through its calls: the gate, the provider, a result under 18, and the sandbox of a demo. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AGE_ATTEMPTS_A_DAY, AGE_REQUEST_MINUTES, DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { providerReturn, type ProviderResult } from '../../adapters/age-provider.ts'
import { ageRound, ageWalk } from '../../jobs/age-check.ts'
import { AGE_WALK } from '../../jobs/kinds.ts'
import { armRecurring } from '../../jobs/recurring.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { addMany, type TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { answerFlag } from '../safety/answer-flag.ts'
import { answerLetter } from '../safety/desk.ts'
import { setDue } from './demand.ts'
import { settleAttempt } from './result.ts'

const ORIGIN = 'http://localhost:3000'

let server: TestServer
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer({ settings: { age_check: { IE: 'both', GB: 'provider' } } })
  anna = await server.signUp('Anna', { country: 'IE', region: '', city: '', credits: 50 })
  bert = await server.signUp('Bert', { gender: 'male' })
  await demand(anna)
})
afterEach(() => server.close())

const demand = (member: TestMember, due = server.clock.now()): Promise<void> =>
  server.deps.write((tx) => setDue(tx, member.id, due, server.clock.now()))

const stateOf = async (member: TestMember) => (await server.as(member)('age.get')).body

const ORDER = { package: '15', price: 999, currency: 'EUR', method: 'paypal' as const }

const isFound = (member: TestMember): boolean =>
  server.sql('select searchable from profiles where id = ?', member.id)[0]?.['searchable'] === 1

describe('[GUARD-6] before the check', () => {
  test('a member of a country that asks may look around, and not like, write, buy or be found', async () => {
    const as = server.as(anna)
    const refused = [
      await as('likes.put', { params: { profile: String(bert.id) } }),
      await as('swipe.put', { params: { profile: String(bert.id) }, body: { choice: 'like' } }),
      await server.sendText(anna, bert),
      await as('payments.create', { body: { ...ORDER, client_id: server.deps.newId() } }),
    ]
    expect(refused.map(({ error }) => error?.error)).toEqual(Array.from({ length: 4 }, () => 'age_check_required'))
    const open = [
      await as('members.search', { query: {} }),
      await as('profile.put', { body: { about_me: 'I like the sea.' } }),
      await as('chats.get'),
      await as('reports.send', { body: { profile: bert.id, reason: 'spam' } }),
    ]
    expect(open.map(({ status }) => status < 300)).toEqual([true, true, true, true])
    expect(isFound(anna)).toBe(false)
    expect(await stateOf(anna)).toMatchObject({ state: 'needed', ways: ['provider', 'eu_proof'], waiting: false })
  })

  test('nothing changes for a member of another country', async () => {
    expect((await server.sendText(bert, anna)).error).toBeUndefined()
    expect(await stateOf(bert)).toMatchObject({ state: 'none', ways: [] })
    expect((await server.as(bert)('age.proof', { body: {} })).error?.error).toBe('age_way_closed')
  })

  test('a country asks for its own ways alone', async () => {
    const carla = await server.signUp('Carla', { country: 'GB' })
    await demand(carla)
    expect((await server.as(carla)('age.proof', { body: {} })).error?.error).toBe('age_way_closed')
    expect((await server.as(carla)('age.provider', { body: {} })).error).toBeUndefined()
  })

  test('members who were there before get their days and a mail, and are hidden only at the end', async () => {
    const carla = await server.signUp('Carla', { country: 'GB', region: '', city: '' })
    const fiona = await server.signUp('Fiona', { country: 'GB', region: '', city: '', fictional: true })
    await server.deps.write((tx) => tx.jobs.add(AGE_WALK, server.clock.now()))
    await runJobs(server)
    // The walk has added the mails.
    await runJobs(server)
    const due = server.clock.now() + 14 * DAY_MS
    expect(await stateOf(carla)).toMatchObject({ state: 'ahead', due, ways: ['provider'] })
    expect((await stateOf(fiona)).state).toBe('none')
    expect((await stateOf(anna)).due).toBe(server.clock.now())
    expect(inboxOf(server).map(({ recipient }) => recipient)).toEqual([carla.email])
    expect((await server.sendText(carla, bert)).error).toBeUndefined()
    await ageRound(server.deps)()
    await server.deps.write((tx) => armRecurring(tx, server.clock.now()))
    server.clock.advance(14 * DAY_MS)
    expect(isFound(carla)).toBe(true)
    await runJobs(server)
    expect([isFound(carla), isFound(fiona), isFound(bert)]).toEqual([false, true, true])
    expect((await server.sendText(carla, bert)).error?.error).toBe('age_check_required')
  })

  test('many members get their days, and are hidden at the end, a few at a time, and others have their turn in between', async () => {
    const many = 60
    addMany(server.sql, many, 'en', 'GB')
    const count = (what: string) =>
      Number(
        server.sql(`select count(*) as n from users join profiles using (id) where id > 1000 and ${what}`)[0]?.['n'],
      )
    const seen: number[] = []
    const watching = (what: string) => ({ ...server.deps, pause: async () => void seen.push(count(what)) })
    await ageWalk(watching('age_due is not null'))({ after: 0 })
    expect(seen).toEqual([25, 50, 60])
    const waits = `select count(*) as n from jobs where kind = 'mail.age_check'`
    expect(server.sql(waits)[0]?.['n']).toBe(many)
    server.clock.advance(14 * DAY_MS)
    seen.length = 0
    await ageRound(watching('searchable = 0'))()
    expect(seen).toEqual([25, 50, 60])
  })

  test('a country that asks no more opens everything again', async () => {
    await server.as(anna)('profile.put', { body: { country: 'IT', countryregion: 'IT-25', city: 'IT-25/milano' } })
    expect([await stateOf(anna), isFound(anna)]).toEqual([expect.objectContaining({ state: 'none' }), true])
    await server.as(anna)('profile.put', { body: { country: 'GB', countryregion: 'GB-ENG', city: 'GB-ENG/london' } })
    expect([await stateOf(anna), isFound(anna)]).toEqual([expect.objectContaining({ state: 'needed' }), false])
  })

  test('a move to another country that asks keeps the days, and asks nobody again who has passed', async () => {
    const due = server.clock.now() + DAY_MS
    await demand(anna, due)
    await server.as(anna)('profile.put', { body: { country: 'GB', countryregion: 'GB-ENG', city: 'GB-ENG/london' } })
    expect(await stateOf(anna)).toMatchObject({ state: 'ahead', due })
    await returnFrom(anna, 'over_18')
    await server.as(anna)('profile.put', { body: { country: 'IE', countryregion: 'IE-D', city: 'IE-D/dublin' } })
    expect((await stateOf(anna)).state).toBe('passed')
    expect((await server.sendText(anna, bert)).error).toBeUndefined()
  })

  test('a country asks nobody while no way is set up, since nobody could pass', async () => {
    server.deps.age.provider = null
    server.deps.age.trusted = null
    await server.deps.write((tx) => tx.jobs.add(AGE_WALK, server.clock.now()))
    await runJobs(server)
    expect([(await stateOf(anna)).state, isFound(anna)]).toEqual(['none', true])
  })

  test('[SITE-15] the domain of a member decides, whatever domain the member moves or checks on', async () => {
    server.sql(`insert into site_settings (domain, key, value) values ('nacht.test', 'age_check', '{"FR":"both"}')`)
    server.sql(`update users set domain = 'nacht.test' where id = ?`, bert.id)
    const { ways } = await stateOf(anna)
    const move = (country: string, countryregion: string, city: string) =>
      server.as(bert)('profile.put', { body: { country, countryregion, city } })
    expect((await move('FR', 'FR-IDF', 'FR-IDF/boulogne-billancourt')).status).toBe(200)
    expect(await stateOf(bert)).toMatchObject({ state: 'needed', ways })
    expect((await move('IE', 'IE-D', 'IE-D/dublin')).status).toBe(200)
    expect((await stateOf(bert)).state).toBe('none')
  })

  test('the message of the signup waits for the check, and is sent after it', async () => {
    const [dora, edda] = [
      await server.signUp('Dora', { country: 'IE', status: 'not_confirmed' }),
      await server.signUp('Edda', { country: 'IE', status: 'not_confirmed' }),
    ]
    for (const one of [dora, edda]) {
      await demand(one)
      const waiting = JSON.stringify({ text: `Ciao from ${one.name}`, profile: bert.id })
      server.sql('update users set signup_message = ? where id = ?', waiting, one.id)
    }
    const { confirmAddress } = await import('../account/activation.ts')
    await server.deps.write((tx) => confirmAddress(tx, server.deps, dora.id))
    const texts = () => server.sql('select text from messages order by id').map(({ text }) => text)
    // The message also waits for the confirmed address, whichever comes last [ACC-6].
    await returnFrom(edda, 'over_18')
    expect(texts()).toEqual([])
    await returnFrom(dora, 'over_18')
    expect(texts()).toEqual(['Ciao from Dora'])
    await server.deps.write((tx) => confirmAddress(tx, server.deps, edda.id))
    expect(texts()).toEqual(['Ciao from Dora', 'Ciao from Edda'])
  })
})

/** The signed return address of the sandbox's provider. */
const wayBack = async (member: TestMember, result: ProviderResult, issuedAt = server.clock.now()): Promise<string> => {
  const { body } = await server.as(member)('age.provider', { body: {} })
  const state = new URL(body.url).searchParams.get('state') ?? ''
  const secret = server.deps.age.provider?.secret ?? ''
  return providerReturn(secret, { state, returnUrl: `${ORIGIN}/api/age/return` }, result, issuedAt)
}

const open = (url: string, cookie?: string): Promise<Response> =>
  Promise.resolve(server.app.request(url, { headers: cookie === undefined ? {} : { cookie } }))

const returnFrom = async (member: TestMember, result: ProviderResult): Promise<Response> =>
  open(await wayBack(member, result), member.cookie)

describe('[GUARD-6] the provider', () => {
  test('says 18 or over: everything opens, and only way, result and day are stored', async () => {
    const response = await returnFrom(anna, 'over_18')
    expect([response.status, response.headers.get('location')]).toEqual([303, '/age'])
    const day = new Date(server.clock.now()).toISOString().slice(0, 10)
    expect(server.sql('select * from age_checks')).toEqual([{ user_id: anna.id, way: 'provider', result: 'over', day }])
    expect(await stateOf(anna)).toMatchObject({ state: 'passed', passed: { way: 'provider', day } })
    expect((await server.sendText(anna, bert)).error).toBeUndefined()
    expect(isFound(anna)).toBe(true)
  })

  test.each(['failed', 'cancelled'] as const)(
    '%s: nothing is stored but the reason, and a new try may pass',
    async (result) => {
      await returnFrom(anna, result)
      expect(await stateOf(anna)).toMatchObject({
        state: 'needed',
        fault: result === 'failed' ? 'failed' : 'abandoned',
        attempts_left: AGE_ATTEMPTS_A_DAY - 1,
      })
      await returnFrom(anna, 'over_18')
      expect((await stateOf(anna)).state).toBe('passed')
    },
  )

  test('a result that nobody signed, or that was changed, changes nothing', async () => {
    const url = new URL(await wayBack(anna, 'under_18'))
    url.searchParams.set('result', 'over_18')
    await open(url.href, anna.cookie)
    url.searchParams.set('signature', '0'.repeat(64))
    await open(url.href, anna.cookie)
    expect((await stateOf(anna)).state).toBe('needed')
    expect(server.sql('select * from age_checks')).toEqual([])
  })

  test('the signature of our request is none of a result', async () => {
    const { body } = await server.as(anna)('age.provider', { body: {} })
    const asked = new URL(body.url).searchParams
    const [state, signature] = [asked.get('state') ?? '', asked.get('signature') ?? '']
    const issued = String(Math.floor(server.clock.now() / 1_000))
    await open(
      `${ORIGIN}/api/age/return?${new URLSearchParams({ state, result: 'over_18', issued, signature })}`,
      anna.cookie,
    )
    expect((await stateOf(anna)).state).toBe('needed')
  })

  test('a result counts once, so a failed one cannot be followed by a replay', async () => {
    const url = await wayBack(anna, 'over_18')
    // The member has begun again, so this request counts no more.
    await server.as(anna)('age.provider', { body: {} })
    await open(url, anna.cookie)
    expect((await stateOf(anna)).state).toBe('needed')
    const second = await wayBack(anna, 'over_18')
    await open(second, anna.cookie)
    server.sql('delete from age_checks')
    await demand(anna)
    await open(second, anna.cookie)
    expect((await stateOf(anna)).state).toBe('needed')
  })

  test('a result that comes late, or was signed long ago, does not count', async () => {
    const url = await wayBack(anna, 'over_18')
    server.clock.advance(AGE_REQUEST_MINUTES * MINUTE_MS + 1)
    await open(url, anna.cookie)
    await open(await wayBack(anna, 'over_18', server.clock.now() - 6 * MINUTE_MS), anna.cookie)
    expect((await stateOf(anna)).state).toBe('needed')
  })

  test("another member's session, or none, cannot use the result", async () => {
    const carla = await server.signUp('Carla', { country: 'IE' })
    await demand(carla)
    const url = await wayBack(anna, 'over_18')
    await open(url, carla.cookie)
    await open(url)
    expect([(await stateOf(carla)).state, (await stateOf(anna)).state]).toEqual(['needed', 'needed'])
    await open(url, anna.cookie)
    expect((await stateOf(anna)).state).toBe('passed')
  })

  test('a day has a limit of attempts, and a new day opens them again', async () => {
    const begin = () => server.as(anna)('age.provider', { body: {} })
    for (let attempt = 0; attempt < AGE_ATTEMPTS_A_DAY; attempt += 1) expect((await begin()).error).toBeUndefined()
    expect(await begin()).toMatchObject({ status: 429, error: { error: 'rate_limited', retry_after: 86_400 } })
    expect((await stateOf(anna)).attempts_left).toBe(0)
    const carla = await server.signUp('Carla', { country: 'IE' })
    await demand(carla)
    expect((await stateOf(carla)).attempts_left).toBe(AGE_ATTEMPTS_A_DAY)
    expect((await server.as(carla)('age.provider', { body: {} })).error).toBeUndefined()
    server.clock.advance(DAY_MS)
    expect((await begin()).error).toBeUndefined()
  })
})

const appeal = async (): Promise<number> => {
  const [decision] = (await server.as(anna)('decisions.list')).body.decisions
  await server.as(anna)('decisions.appeal', {
    params: { id: String(decision?.id) },
    body: { text: 'That was the proof of my daughter.' },
  })
  return Number(server.sql(`select id from letters where kind = 'appeal'`)[0]?.['id'])
}

describe('[GUARD-6] a result under 18', () => {
  test('restricts the account by a decision, puts it into the queue, and takes no further attempt', async () => {
    await returnFrom(anna, 'under_18')
    expect((await stateOf(anna)).state).toBe('doubt')
    expect(server.sql('select status, sanction from users where id = ?', anna.id)).toEqual([
      { status: 'active', sanction: 'restricted' },
    ])
    expect(server.sql('select kind, severity, member from flags')).toEqual([
      { kind: 'age', severity: 'grave', member: anna.id },
    ])
    expect((await server.as(anna)('age.provider', { body: {} })).error?.error).toBe('age_way_closed')
    expect((await server.sendText(anna, bert)).error?.error).toBe('contact_restricted')
  })

  test('is not replaced by the result of another attempt that was under way', async () => {
    await returnFrom(anna, 'under_18')
    await settleAttempt(server.deps, { id: 'another', userId: anna.id, way: 'provider' }, { result: 'over' })
    expect((await stateOf(anna)).state).toBe('doubt')
  })

  test('can be appealed: an upheld appeal lets the member try again', async () => {
    await returnFrom(anna, 'under_18')
    await answerLetter(server.deps, await appeal(), { upheld: true, text: 'You may try again.' })
    expect((await stateOf(anna)).state).toBe('needed')
    await returnFrom(anna, 'over_18')
    expect((await server.sendText(anna, bert)).error).toBeUndefined()
  })

  test('that a person does not believe lets the member try again', async () => {
    // The days that were left end with the doubt.
    await demand(anna, server.clock.now() + DAY_MS)
    const carla = await server.signUp('Carla', { country: 'IE' })
    await demand(carla)
    for (const one of [anna, carla]) await returnFrom(one, 'under_18')
    const flag = Number(server.sql('select id from flags where member = ?', anna.id)[0]?.['id'])
    await answerFlag(server.deps, flag, { upheld: false })
    expect([(await stateOf(anna)).state, (await stateOf(carla)).state]).toEqual(['needed', 'doubt'])
    expect(server.sql('select sanction from users where id = ?', anna.id)).toEqual([{ sanction: null }])
  })
})
const choose = (url: string, choice: string): Promise<Response> =>
  Promise.resolve(
    server.app.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ choice }).toString(),
    }),
  )

describe('[GUARD-6] the sandbox of a demo', () => {
  test('has a provider that says what is chosen, for requests of this site only', async () => {
    const { body } = await server.as(anna)('age.provider', { body: {} })
    expect(await (await open(body.url)).text()).toContain('value="under_18"')
    const forged = new URL(body.url)
    forged.searchParams.set('state', 'another')
    expect((await open(forged.href)).status).toBe(400)
    const back = (await choose(body.url, 'over_18')).headers.get('location') ?? ''
    await open(back, anna.cookie)
    expect((await stateOf(anna)).state).toBe('passed')
  })

  test.each([
    ['over_18', 'passed', null],
    ['under_18', 'doubt', null],
    ['expired', 'needed', 'expired'],
    ['self_made', 'needed', 'untrusted'],
    ['decline', 'needed', 'abandoned'],
  ])('has a wallet: %s', async (choice, state, fault) => {
    const { body } = await server.as(anna)('age.proof', { body: {} })
    await choose(`${ORIGIN}${body.sandbox}`, choice)
    expect(await stateOf(anna)).toMatchObject({ state, fault })
  })

  test('does not exist in production', async () => {
    const { openAgeWays } = await import('../../adapters/age-ways.ts')
    expect(openAgeWays({ MODE: 'production' } as never, 0)).toEqual({
      provider: null,
      trusted: null,
      sandboxIssuer: null,
    })
  })
})
