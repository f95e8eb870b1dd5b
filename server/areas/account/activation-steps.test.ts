import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ACTIVATION_STEPS, ActivationProgress } from '#contract/activation.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { JOBS, type JobKind } from '../../jobs/kinds.ts'
import { createJobLoop, type JobHandlers } from '../../jobs/loop.ts'
import { PermanentFailure } from '../../jobs/retries.ts'
import { signupForm } from '../../testing/forms.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { RATES } from '../../rates.ts'
import { activationSteps } from './activation-steps.ts'

let server: TestServer
/** The behaviour of the mail server, and the members it received mail for. */
let post: () => void
let sent: number[]
/** Runs while a stream waits. */
let meanwhile: () => Promise<unknown>

beforeEach(async () => {
  sent = []
  post = () => undefined
  meanwhile = () => runJobs()
  server = await createTestServer({ pause: async () => void (await meanwhile()) })
})
afterEach(() => server.close())

const runJobs = async (): Promise<void> => {
  // No other job is due.
  const nothing = Object.fromEntries(Object.keys(JOBS).map((kind) => [kind, async () => 0]))
  const handlers: JobHandlers = {
    ...(nothing as Record<JobKind, () => Promise<never>>),
    'mail.activation': async ({ member }) => {
      post()
      sent.push(member)
    },
  }
  const loop = createJobLoop({ ...server.deps, worker: 'test', random: () => 0, handlers })
  await loop.runDue()
  await loop.stop()
}

const linesOf = (text: string): ActivationProgress[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => v.parse(ActivationProgress, JSON.parse(line)))

/** A member who has just signed up. */
const signUp = async (email = 'carla@example.test'): Promise<TestMember> => {
  const { body, headers } = await server.visitor('signup', { body: signupForm({ email }) })
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  return { id: body.user?.id ?? 0, name: 'Carla', email, cookie, sessionHash: '' }
}

const stepOf = async (member: TestMember) => (await server.as(member)('user.get')).body.user?.settings.signup_step

const DONE = ACTIVATION_STEPS.flatMap((step) => [
  { state: 'begun', step },
  { state: 'done', step },
])

const failedAt = (step: (typeof ACTIVATION_STEPS)[number], error: string) => [
  ...DONE.slice(0, 2 * ACTIVATION_STEPS.indexOf(step)),
  { state: 'begun', step },
  { state: 'failed', step, error },
]

const STRANGER = (nth: number) => `198.51.100.${nth}`

/** Asks for the activation mail. @returns the status, once the whole answer has come */
const askFrom = async ({ cookie }: { cookie: string }, from: string): Promise<number> => {
  const headers = { cookie, 'x-forwarded-for': from }
  const response = await server.app.request('http://localhost/api/activation', { method: 'POST', headers })
  await response.text()
  return response.status
}

const aliasOf = (nth: number) =>
  server.signUp('Alias', { status: 'not_confirmed', email: `stran.ger+${nth}@gmail.com` })

describe('sending the activation mail', () => {
  test('[ACC-7] shows four steps, each begun and done, as lines of JSON that are not cached', async () => {
    const carla = await signUp()
    const { status, headers, text } = await server.as(carla)('activation.send')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/x-ndjson')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(linesOf(text)).toEqual(DONE)
    expect(sent).toEqual([carla.id])
    expect(server.sql('select * from jobs')).toEqual([])
  })

  test('[ACC-7] the mail is sent once: at the end of signup, and not again half an hour later', async () => {
    const carla = await signUp()
    await runJobs()
    expect(sent).toEqual([])
    await server.as(carla)('activation.send')
    server.clock.advance(HOUR_MS)
    await runJobs()
    expect(sent).toEqual([carla.id])
  })

  test('[PROF-12] once more after a bounce lets the note about it end, until the next one', async () => {
    const carla = await signUp()
    server.sql(`update users set notifications_disabled = '["bounce"]' where id = ?`, carla.id)
    await server.as(carla)('activation.send')
    expect((await server.as(carla)('user.get')).body.user?.notifications_disabled).toEqual([])
  })

  test('[ACC-7] a member who leaves signup early gets the mail after half an hour', async () => {
    const carla = await signUp()
    server.clock.advance(30 * MINUTE_MS - 1)
    await runJobs()
    expect(sent).toEqual([])
    server.clock.advance(1)
    await runJobs()
    expect(sent).toEqual([carla.id])
  })

  test('[ACC-7] the signup steps are complete once the mail is sent', async () => {
    const carla = await signUp()
    expect(await stepOf(carla)).toBe(1)
    const steps: unknown[] = []
    meanwhile = async () => {
      steps.push(await stepOf(carla))
      await runJobs()
    }
    await server.as(carla)('activation.send')
    expect([...steps, await stepOf(carla)]).toEqual([5, null])
  })

  test('[ACC-7] the first credits are added if they are missing, and not twice', async () => {
    const carla = await signUp()
    await server.as(carla)('activation.send')
    expect((await server.as(carla)('user.get')).body.user?.credits).toBe(5)
    server.sql('delete from ledger')
    server.sql('update users set credits = 0')
    server.sql('delete from credited_mailboxes')
    await server.as(carla)('activation.send')
    expect((await server.as(carla)('user.get')).body.user?.credits).toBe(5)
  })

  test('[ACC-7] the step for matches calls the match finder', async () => {
    const carla = await signUp()
    const log: unknown[] = []
    const steps = activationSteps({
      deps: server.deps,
      member: carla.id,
      findMatches: async (_, member) => log.push(['asked for', member]),
      signal: new AbortController().signal,
    })
    for await (const { state, step } of steps) log.push(`${state} ${step}`)
    const asked = log.findIndex((entry) => Array.isArray(entry))
    expect(log.slice(asked - 1, asked + 2)).toEqual([
      'begun finding_matches',
      ['asked for', carla.id],
      'done finding_matches',
    ])
  })

  test('[ACC-7] the first step checks the profile: its age, by the minimum of the site, and its name', async () => {
    const carla = await signUp()
    for (const wrong of [`birth_date = '2020-05-01'`, `birth_date = '1990-05-01', name = ''`]) {
      server.sql(`update profiles set ${wrong} where id = ?`, carla.id)
      expect(linesOf((await server.as(carla)('activation.send')).text)).toEqual(
        failedAt('checking_profile', 'activation_failed'),
      )
    }
    expect(sent).toEqual([])
  })

  test('[ACC-7] a mail that is refused or not sent in time is reported as failed', async () => {
    const carla = await signUp()
    post = () => {
      throw new PermanentFailure('SMTP 550')
    }
    expect(linesOf((await server.as(carla)('activation.send')).text)).toEqual(
      failedAt('sending_mail', 'activation_failed'),
    )
    expect(await stepOf(carla)).toBe(5)

    post = () => {
      throw new Error('connection refused')
    }
    expect(linesOf((await server.as(carla)('activation.send')).text)).toEqual(
      failedAt('sending_mail', 'activation_failed'),
    )
    // The job retries on its own.
    post = () => undefined
    server.clock.advance(MINUTE_MS)
    await runJobs()
    expect(sent).toEqual([carla.id])
  })

  test('[ACC-7] a mail server that recovers during the wait causes no failure', async () => {
    const carla = await signUp()
    let tries = 0
    post = () => {
      tries += 1
      if (tries < 3) throw new Error('connection refused')
    }
    meanwhile = async () => {
      server.clock.advance(10_000)
      await runJobs()
    }
    expect(linesOf((await server.as(carla)('activation.send')).text)).toEqual(DONE)
    expect(tries).toBe(3)
  })

  test('[ACC-7] an unexpected failure is reported, and the mail stays queued', async () => {
    const carla = await signUp()
    const told: unknown[] = []
    const steps = activationSteps({
      deps: server.deps,
      member: carla.id,
      findMatches: () => Promise.reject(new Error('no index')),
      signal: new AbortController().signal,
    })
    for await (const progress of steps) told.push(progress)
    expect(told).toEqual(failedAt('finding_matches', 'activation_failed'))
    expect(server.sql('select kind from jobs')).toEqual([{ kind: 'mail.activation' }])
  })

  test('[ACC-7] a member who is confirmed already, or becomes so meanwhile, gets that answer', async () => {
    const bert = await server.signUp('Bert')
    const refused = await server.as(bert)('activation.send')
    expect([refused.status, refused.error]).toEqual([409, { error: 'already_confirmed' }])
    const carla = await signUp()
    const steps = activationSteps({
      deps: server.deps,
      member: carla.id,
      findMatches: async () => undefined,
      signal: new AbortController().signal,
    })
    server.sql(`update users set status = 'active'`)
    const told: unknown[] = []
    for await (const progress of steps) told.push(progress)
    expect(told).toEqual(failedAt('checking_profile', 'already_confirmed'))
  })

  test('[ACC-7] a client that stops reading does not stop the mail', async () => {
    const carla = await signUp()
    const response = await server.app.request('http://localhost/api/activation', {
      method: 'POST',
      headers: { cookie: carla.cookie },
    })
    const waiting = Promise.withResolvers<void>()
    meanwhile = async () => waiting.resolve()
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await vi.waitFor(async () => {
      await runJobs()
      expect(sent).toEqual([carla.id])
    })
  })

  describe('[SAFE-6] the mails to one mailbox', () => {
    beforeEach(async () => {
      await server.close()
      server = await createTestServer({ env: { TRUST_PROXY: 1 }, pause: async () => void (await meanwhile()) })
    })

    test('are five a day for one network, by whichever of its addresses', async () => {
      const statuses = []
      for (let nth = 0; nth < 6; nth += 1) {
        statuses.push(await askFrom(await aliasOf(nth), STRANGER(1)))
        server.clock.advance(HOUR_MS)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    })

    test('that strangers ask for do not use up those of its owner', async () => {
      for (let nth = 0; nth < 40; nth += 1) await askFrom(await aliasOf(nth), STRANGER(nth % 2))
      const owner = await server.signUp('Owner', { status: 'not_confirmed', email: 'stranger@gmail.com' })
      server.clock.advance(30 * MINUTE_MS)
      expect(await askFrom(owner, '203.0.113.9')).toBe(200)
    })

    test('are ten a day from many networks, and then one per half hour', async () => {
      const statuses = []
      for (let nth = 0; nth < 36; nth += 1) {
        statuses.push(await askFrom(await aliasOf(nth), STRANGER(nth)))
        server.clock.advance(10 * MINUTE_MS)
      }
      expect(statuses.slice(0, 10)).toEqual(Array<number>(10).fill(200))
      expect(statuses.filter((status) => status === 200)).toHaveLength(10 + Math.floor(26 / 3))
    })
  })

  test('[SAFE-6] the stream is limited to five requests in ten minutes', async () => {
    await server.close()
    server = await createTestServer({ rates: RATES })
    const anna = await server.signUp('Anna', { status: 'not_confirmed' })
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1) statuses.push((await server.as(anna)('activation.send')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await server.as(anna)('activation.send')).headers.get('retry-after')).toBe('120')
  })
})
