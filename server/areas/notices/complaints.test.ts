import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { purgeAccounts } from '../../jobs/purge-due.ts'
import { answerLetter } from '../safety/desk.ts'
import { RATES } from '../../rates.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer({ rates: RATES })
})
afterEach(() => server.close())

const LETTER = { name: 'Carla Rossi', email: 'carla@example.test', text: 'A profile uses my photos without asking.' }

const post = (body: object, headers: Record<string, string> = {}) =>
  server.app.request('http://localhost/api/complaints', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

test('[SITE-10] a complaint is stored, and acknowledged by mail with the number the answer gave', async () => {
  const answer = await post(LETTER, { cookie: 'locale=en' })
  expect(answer.status).toBe(200)
  const receipt = await answer.json()
  expect(receipt).toEqual({ number: 'C-000001', at: server.clock.now() })
  expect(server.sql('select kind, user_id, name, email, language, text, at, answered_at from letters')).toEqual([
    { kind: 'complaint', user_id: null, ...LETTER, language: 'en', at: server.clock.now(), answered_at: null },
  ])
  await runJobs(server)
  const [mail] = inboxOf(server)
  expect(mail).toMatchObject({
    recipient: 'carla@example.test',
    subject: 'We have received your message (C-000001)',
  })
  expect(mail?.text).toContain('Your complaint has the number C-000001.')
})

test('[SITE-10] the receipt contains no text that a stranger typed, because the address may not be theirs', async () => {
  await post({ ...LETTER, name: 'Win at evil.test' }, { cookie: 'locale=en' })
  await runJobs(server)
  const [mail] = inboxOf(server)
  expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/evil|photos without/)
  expect(mail?.text.startsWith('Hello,')).toBe(true)
})

test('[SITE-10] a visitor gets the answer in the language of the page, a member in their own', async () => {
  const bert = await server.signUp('Bert', { language: 'en' })
  await post(LETTER)
  await post({ ...LETTER, email: bert.email }, { cookie: `${bert.cookie}; locale=it` })
  expect(server.sql('select user_id, language from letters order by id')).toEqual([
    { user_id: null, language: 'it' },
    { user_id: bert.id, language: 'en' },
  ])
  await runJobs(server)
  // Two mails are sent at once, so either may arrive first.
  const [italian, english] = inboxOf(server).toSorted((one, other) => one.subject.localeCompare(other.subject))
  expect([italian?.subject, english?.subject]).toEqual([
    'Abbiamo ricevuto il tuo messaggio (C-000001)',
    'We have received your message (C-000002)',
  ])
  expect(english?.text).toContain('Hi Bert,')
})

test('[SAFE-6] nobody can flood the desk, nor another address with receipts', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 12; count += 1) statuses.push((await post(LETTER)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  expect(server.sql('select count(*) as n from letters')).toEqual([{ n: 10 }])
})

test('[SAFE-6] the addresses of one mailbox share its receipts, wherever the letters come from', async () => {
  await server.close()
  server = await createTestServer({ rates: RATES, env: { TRUST_PROXY: 1 } })
  const statuses: number[] = []
  for (let nth = 1; nth <= 11; nth += 1) {
    const letter = { ...LETTER, email: `stran.ger+${nth}@gmail.com` }
    statuses.push((await post(letter, { 'x-forwarded-for': `192.0.2.${nth}` })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

const NOTICE = { ...LETTER, profile: 'https://visavis.test/members/77', reason: 'fake', good_faith: true }

test('[SITE-10] a visitor names a profile in a notice, with a reason and in good faith, and gets a receipt', async () => {
  const answer = await post(NOTICE, { cookie: 'locale=en' })
  expect(await answer.json()).toEqual({ number: 'N-000001', at: server.clock.now() })
  expect(server.sql('select kind, user_id, profile, reason, good_faith, text from letters')).toEqual([
    { kind: 'notice', user_id: null, profile: 77, reason: 'fake', good_faith: 1, text: LETTER.text },
  ])
  await runJobs(server)
  expect(inboxOf(server)[0]?.text).toContain('Thank you for your notice: it has the number N-000001.')
})

test.each([
  [true, 'Your notice is well founded, and we have acted on the profile.', false],
  [
    false,
    'In what you reported we found nothing illegal and nothing that breaks our rules, and have not acted on it.',
    true,
  ],
])(
  '[DESK-8] the answer to a notice says the outcome, and only a refusal asks for disagreement: %s',
  async (...given) => {
    const [upheld, outcome, asks] = given
    await post(NOTICE, { cookie: 'locale=en' })
    await answerLetter(server.deps, 1, { upheld, text: 'We have compared the photos.' })
    await runJobs(server)
    const mail = inboxOf(server).find(({ subject }) => subject === 'Our answer (N-000001)')
    expect(mail?.text).toContain(outcome)
    expect(mail?.text).toContain('We have compared the photos.')
    expect(mail?.text.includes('Do you disagree?')).toBe(asks)
    // Both answers name the redress (DSA, article 16(5)).
    expect(mail?.text).toContain('quote the number N-000001')
    expect(mail?.text).toContain('a dispute settlement body or to a court')
  },
)

test('[SITE-10] a notice without a reason, good faith or profile is refused at that field', async () => {
  for (const [change, fields] of [
    [{ reason: undefined }, { reason: 'required' }],
    [{ good_faith: undefined }, { good_faith: 'required' }],
    [{ good_faith: false }, { good_faith: 'required' }],
    [{ profile: 'Anna' }, { profile: 'invalid' }],
  ]) {
    const answer = await post({ ...NOTICE, ...change })
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_input', fields }])
  }
  expect(server.sql('select id from letters')).toEqual([])
})

test('[SITE-10] a notice about a hidden profile gets the same answer as one about a missing profile', async () => {
  const hidden = await server.signUp('Bert', { invisible: true })
  const answers = [await post({ ...NOTICE, profile: String(hidden.id) }), await post({ ...NOTICE, profile: '99999' })]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('[SITE-10] the answer to a complaint is mailed once to the given address, in its language', async () => {
  await post(LETTER, { cookie: 'locale=de' })
  await runJobs(server)
  const text = 'Das Profil ist gelöscht.\n\nDanke für den Hinweis.'
  expect(await answerLetter(server.deps, 1, { upheld: true, text })).toBe('done')
  expect(await answerLetter(server.deps, 1, { upheld: false, text: 'Anders.' })).toBe('same')
  await runJobs(server)
  const [, mail, ...others] = inboxOf(server)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: 'carla@example.test', subject: 'Unsere Antwort (C-000001)' })
  for (const part of ['deine Beschwerde C-000001', 'Das Profil ist gelöscht.', 'Danke für den Hinweis.'])
    expect(mail?.text).toContain(part)
})

test('[ACC-12] three years after the answer only number and dates of a letter without an account are left', async () => {
  const person = await server.signUp('Reported')
  await post(LETTER)
  await post(NOTICE)
  await post({ ...NOTICE, profile: String(person.id) })
  await post(LETTER)
  for (const letter of [1, 2, 3]) await answerLetter(server.deps, letter, { upheld: true, text: 'Done.' })
  // The evidence of one is held by hand.
  server.sql('update evidence set legal_hold = 1')
  const said = () => server.sql('select id, name, email, text, answer from letters order by id')
  const before = said()
  server.clock.advance(3 * 365 * DAY_MS)
  await purgeAccounts(server.deps)()
  expect(said()).toEqual(before)
  server.clock.advance(1)
  await purgeAccounts(server.deps)()
  const erased = [1, 2].map((id) => ({ id, name: '', email: '', text: '', answer: '' }))
  expect(said()).toEqual([...erased, ...before.slice(2)])
})

test('[SAFE-6] a mailbox that nobody has proven gets ten receipts a day, wherever they are asked for', async () => {
  const bert = await server.signUp('Bert')
  const carla = await server.signUp('Carla', { status: 'not_confirmed', email: LETTER.email })
  const mailed = async (email: string): Promise<number> => {
    await runJobs(server)
    return inboxOf(server).filter(({ recipient }) => recipient === email).length
  }
  for (let hour = 0; hour < 3; hour += 1) {
    for (let count = 0; count < 3; count += 1) {
      await post(LETTER)
      await post({ ...LETTER, email: bert.email }, { cookie: bert.cookie })
      await server.as(carla)('reports.send', { body: { profile: bert.id, reason: 'spam' } })
    }
    server.clock.advance(HOUR_MS)
  }
  expect(server.sql('select count(*) as letters from letters')).toEqual([{ letters: 27 }])
  expect([await mailed(LETTER.email), await mailed(bert.email)]).toEqual([10, 9])
  server.clock.advance(DAY_MS)
  await post(LETTER)
  expect(await mailed(LETTER.email)).toBe(11)
})

test('[SAFE-6] a mail server that is away uses up none of the receipts of the day', async () => {
  const away = { send: () => Promise.reject(new Error('ECONNREFUSED')), close: () => undefined }
  await post(LETTER)
  // More attempts than a mailbox gets receipts.
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await runJobs(server, { mailer: away })
    server.sql(`update jobs set run_at = ? where kind = 'mail.receipt'`, server.clock.now())
  }
  await runJobs(server)
  expect(inboxOf(server).filter(({ recipient }) => recipient === LETTER.email)).toHaveLength(1)
})
