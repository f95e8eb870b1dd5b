/** Sends the code that confirms a direct debit [PAY-10]. Each run makes a new one, and the last one counts. */
import { MINUTE_MS, SMS_CODE_MINUTES } from '#contract/limits.ts'
import { codeHash, newCode } from '../areas/money/direct-debit-confirm.ts'
import { SmsRefused, type SmsSender } from '../adapters/sms.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { GiveUp } from './loop.ts'

export const smsDirectDebit =
  (deps: Pick<Deps, 'env' | 'read' | 'write' | 'now' | 'random' | 'settings'>, sms: SmsSender) =>
  async ({ directdebit: id }: JobPayload<'sms.direct_debit'>, job: number): Promise<void> => {
    const row = await deps.read.directDebits.directDebit(id)
    const person = row && (await deps.read.notices.person(row.userId))
    if (!row || !person || row.confirmedAt !== null) return
    if (deps.now() >= row.createdAt + SMS_CODE_MINUTES * MINUTE_MS) throw new GiveUp('The code would be too old')
    const code = newCode(deps.random)
    await deps.write((tx) => tx.directDebits.setCode(id, codeHash(id, code)))
    const values = { site: deps.settings().name, code, minutes: String(SMS_CODE_MINUTES) }
    // The last line lets the browser fill the code in, only on this site (WebOTP).
    const text = `${serverText(person.language, 'mail.sms.code', values)}\n\n@${new URL(publicUrl(deps.env)).hostname} #${code}`
    try {
      await sms.send({ job, to: row.phone, text })
    } catch (error) {
      if (error instanceof SmsRefused) throw new GiveUp(error.message)
      throw error
    }
  }
