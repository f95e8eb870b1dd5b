/** SMS: through an HTTP gateway if one is configured, else into the development inbox. */
import type { Tx } from '../deps.ts'
import type { Env } from '../env.ts'
import { isWorthRetry } from './operator-services.ts'

export type Sms = {
  /** The job that sends the SMS. */
  job: number
  /** E.164, e.g. `+4915112345678` */
  to: string
  text: string
}

/** The gateway refuses this SMS for good. */
export class SmsRefused extends Error {}

export type SmsSender = {
  /**
   * @throws SmsRefused, or the error that prevented delivery for now; no error contains the number or the text [SAFE-9]
   */
  send: (sms: Sms) => Promise<void>
}

type Gateway = { url: string; token: string; fetch: typeof fetch; timeoutMs?: number }

const TIMEOUT_MS = 15_000

/** Posts `{"to", "text"}` as JSON; any 2xx means that the gateway accepted it. */
export const gatewaySms = ({ url, token, fetch, timeoutMs = TIMEOUT_MS }: Gateway): SmsSender => ({
  send: async ({ to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ to, text }),
      // A redirect must not carry the token to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (response.ok) return
    const reason = `The SMS gateway answered ${response.status}`
    throw isWorthRetry(response.status) ? new Error(reason) : new SmsRefused(reason)
  },
})

type Write = (body: (tx: Pick<Tx, 'site'>) => Promise<void> | void) => Promise<void>

/** Stores SMS in the development inbox instead of sending them. */
export const inboxSms = (write: Write, now: () => number): SmsSender => ({
  send: ({ job, to, text }) => write((tx) => tx.site.addDevSms({ job, recipient: to, text, at: now() })),
})

type Needs = { fetch: typeof fetch; write: Write; now: () => number }

/** The gateway of SMS_URL, else the development inbox. */
export const openSms = ({ SMS_URL: url, SMS_TOKEN: token }: Env, { fetch, write, now }: Needs): SmsSender =>
  url === undefined || token === undefined ? inboxSms(write, now) : gatewaySms({ url, token, fetch })

/** Outside demo mode nobody can open the development inbox, so without a gateway nothing that needs a code is offered. */
export const sendsSms = ({ MODE, SMS_URL }: Pick<Env, 'MODE' | 'SMS_URL'>): boolean =>
  MODE === 'demo' || SMS_URL !== undefined
