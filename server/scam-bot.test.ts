/** The damage of a scam bot with the protections off and on. `npm run test:long` runs it against more members. */
import { afterEach, expect, test } from 'vitest'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { RATES } from './rates.ts'
import type { TestMember } from './testing/members.ts'
import { runScamBot, type BotReport } from './testing/scam-bot.ts'
import { createTestServer, type TestServer } from './testing/test-server.ts'

const IS_LARGE = process.env['FUZZ'] === 'large'
const RECIPIENTS = IS_LARGE ? 200 : 40
/** Each proof of work doubles after as many signups. Three, as on a new site, costs 7 s more of hashing and reaches the same members. */
const SIGNUPS_BEFORE_PROOF = IS_LARGE ? 3 : 5
const PATIENCE_MS = 300_000

let server: TestServer
afterEach(() => server.close())

const run = async (settings: Partial<SiteSettings>, isProtected: boolean): Promise<BotReport> => {
  server = await createTestServer({ settings, ...(isProtected ? { rates: RATES } : {}) })
  const recipients: TestMember[] = []
  for (let number = 0; number < RECIPIENTS; number += 1) {
    const recipient = await server.signUp(`Member ${number}`, { gender: 'male' })
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    const subscription = { endpoint: `https://fcm.googleapis.com/fcm/send/${number}`, keys }
    await server.as(recipient)('user.push', { body: { subscription } })
    recipients.push(recipient)
  }
  const forget = (): void => {
    server.sql('delete from credited_mailboxes')
    server.sql('delete from photo_hashes')
    server.sql(`delete from attempts where key like 'activation mails to %'`)
  }
  const report = await runScamBot(server, recipients, isProtected ? {} : { between: forget })
  if (IS_LARGE) process.stdout.write(`${isProtected ? 'protected' : 'unprotected'} ${JSON.stringify(report)}\n`)
  return report
}

test(
  '[GUARD-1] [GUARD-2] [GUARD-3] [GUARD-5] a scam bot reaches nobody unwarned, wakes nobody much, and gets its free credits once',
  async () => {
    const off = await run(
      {
        signups_before_proof: 1_000,
        new_account_days: 0,
        new_conversations_a_day: { first_day: 1_000, first_week: 1_000, later: 1_000 },
        allowed_mail_domains: [
          ...'mailinator.com yopmail.com guerrillamail.com sharklasers.com'.split(' '),
          ...'10minutemail.com temp-mail.org tempmail.plus trashmail.com'.split(' '),
        ],
      },
      false,
    )
    await server.close()
    expect(off).toMatchObject({ accounts: 21, freeCredits: 105, proofs: 0, flags: 0 })
    expect(off.recipients.unwarned).toBe(Math.min(RECIPIENTS, 85))

    const on = await run({ signups_before_proof: SIGNUPS_BEFORE_PROOF }, true)
    expect(on.recipients.unwarned).toBe(0)
    expect(on.freeCredits).toBe(10)
    expect(on.refusals['email_disposable']).toBe(8)
    expect(on.accounts).toBeLessThanOrEqual(10)
    expect(on.proofs).toBeGreaterThan(0)
    expect(off.pushes).toBe(off.recipients.unwarned)
    expect(Math.max(on.recipients.warned, on.pushes, on.mails)).toBeLessThanOrEqual(5)
    expect(on.flags).toBeGreaterThan(0)
  },
  PATIENCE_MS,
)
