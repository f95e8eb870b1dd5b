import { afterEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { smtpMailer } from '../adapters/mail.ts'
import { mollieProvider } from '../adapters/payments/mollie.ts'
import type { PushOutcome } from '../adapters/push.ts'
import { SmsRefused } from '../adapters/sms.ts'
import { mollieStandIn } from '../testing/mollie-stand-in.ts'
import { smtpAnswer, smtpStandIn } from '../testing/post-office.ts'
import { watchSenders, type Reach } from './reach.ts'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const senders = (isAway: Reach, changes: Partial<Parameters<typeof watchSenders>[1]>, now = () => 0) =>
  watchSenders(
    isAway,
    {
      mailer: { send: () => Promise.resolve(), close: () => undefined },
      push: { send: () => Promise.resolve({ kind: 'sent' }) },
      sms: { send: () => Promise.resolve() },
      ...changes,
    },
    now,
  )

const afterMail = async (url: string): Promise<boolean | undefined> => {
  const isAway: Reach = {}
  const { mailer } = senders(isAway, { mailer: smtpMailer(url, 'Visavis <a@visavis.test>', 1_000) })
  const mail = { job: 1, to: 'anna@example.test', subject: 'Hello', text: 'Hello', html: 'Hello' }
  await mailer.send(mail).catch(() => undefined)
  mailer.close()
  return isAway.mail
}

const smtpWith = async (...options: Parameters<typeof smtpStandIn>): Promise<string> => {
  const { url, close } = await smtpStandIn(...options)
  closers.push(close)
  return url
}

test('[OPS-12] a mail server is away if it answers nothing or nobody, not if it refuses one address', async () => {
  expect(await afterMail('smtp://127.0.0.1:1')).toBe(true)
  expect(await afterMail(await smtpWith({ onConnect: (_, done) => done(smtpAnswer(421)) }))).toBe(true)
  expect(await afterMail(await smtpWith({ onMailFrom: (_, __, done) => done(smtpAnswer(451)) }))).toBe(true)
  for (const refusing of [
    { onConnect: (_: unknown, done: (error: Error) => void) => done(smtpAnswer(554)) },
    { onMailFrom: (_: unknown, __: unknown, done: (error: Error) => void) => done(smtpAnswer(550)) },
    {
      onRcptTo: (_: unknown, __: unknown, done: (error: Error) => void) =>
        done(smtpAnswer(554, '5.7.1 Relay access denied')),
    },
  ])
    expect(await afterMail(await smtpWith(refusing))).toBe(true)
  expect(await afterMail(await smtpWith())).toBe(false)
  for (const code of [450, 550])
    expect(await afterMail(await smtpWith({ onRcptTo: (_, __, done) => done(smtpAnswer(code)) }))).toBe(false)
})

test('[OPS-12] a push service and a gateway are away until they answer', async () => {
  const isAway: Reach = {}
  let outcome: PushOutcome = { kind: 'later', status: 0, afterMs: null }
  let refusal: Error = new Error('The SMS gateway answered 500')
  const { push, sms } = senders(isAway, {
    push: { send: () => Promise.resolve(outcome) },
    sms: { send: () => Promise.reject(refusal) },
  })
  const sendBoth = async (): Promise<void> => {
    await push.send({ endpoint: 'https://push.example', p256dh: '', auth: '' }, '', {
      topic: 'likes',
      lifeMs: 1_000,
      urgency: 'low',
    })
    await sms.send({ job: 1, to: '+390000000', text: 'Hello' }).catch(() => undefined)
  }
  expect(isAway).toEqual({})
  await sendBoth()
  expect(isAway).toEqual({ push: true, sms: true })
  outcome = { kind: 'gone' }
  refusal = new SmsRefused('The SMS gateway answered 400')
  await sendBoth()
  expect(isAway).toEqual({ push: false, sms: false })
})

test('[OPS-12] a push service that answers none of its devices is away, though others answer', async () => {
  const isAway: Reach = {}
  let [at, blocked] = [0, 'apple.example']
  const send = (endpoint: string): Promise<PushOutcome> =>
    Promise.resolve(new URL(endpoint).host === blocked ? { kind: 'later', status: 0, afterMs: null } : { kind: 'sent' })
  const { push } = senders(isAway, { push: { send: ({ endpoint }) => send(endpoint) } }, () => at)
  const pushTo = async (...devices: string[]): Promise<boolean | undefined> => {
    for (const device of devices)
      await push.send({ endpoint: `https://${device}`, p256dh: '', auth: '' }, '', {
        topic: 'likes',
        lifeMs: 1_000,
        urgency: 'low',
      })
    return isAway.push
  }
  expect(await pushTo('apple.example/1', 'apple.example/1', 'google.example/1'), 'a single device').toBe(false)
  expect(await pushTo('apple.example/2', 'google.example/1')).toBe(true)
  blocked = ''
  expect(await pushTo('apple.example/2')).toBe(false)
  blocked = 'apple.example'
  expect(await pushTo('apple.example/1', 'apple.example/2', 'google.example/1')).toBe(true)
  at = 2 * HOUR_MS
  expect(await pushTo('google.example/1'), 'nobody has asked again').toBe(false)
})

test('[OPS-12] Mollie is away if it is broken or refuses our key, not if it refuses one question', async () => {
  const { url: apiUrl, apiKey, fail, close } = await mollieStandIn()
  closers.push(close)
  let isAway: boolean | undefined
  const noteReach = (away: boolean) => (isAway = away)
  const { read } = mollieProvider({ apiKey, apiUrl, now: Date.now, timeoutMs: 1_000, noteReach })
  for (const [how, away] of [
    ['silence', true],
    [404, false],
    [503, true],
    [422, false],
    [401, true],
  ] as const) {
    // The client itself tries a 503 again.
    fail(how, 5)
    await read('tr_1').catch(() => undefined)
    expect([how, isAway]).toEqual([how, away])
  }
})
