/** SMS: through an HTTP gateway where one is set, else into the development inbox. */
import type { Tx } from '../deps.ts'
import type { Env } from '../env.ts'

export type Sms = {
  /** The job that sends it. */
  job: number
  /** E.164, e.g. `+4915112345678` */
  to: string
  text: string
}

/** The gateway will not take this SMS, now or later. */
export class SmsRefused extends Error {}

export type SmsSender = {
  /** @throws SmsRefused, or whatever kept it from arriving for now; neither number nor text stands in an error [SAFE-9] */
  send: (sms: Sms) => Promise<void>
}

type Gateway = { url: string; token: string; fetch: typeof fetch; patienceMs?: number }

const PATIENCE_MS = 15_000

/** Posts `{"to", "text"}` as JSON; any success means that it is on its way. */
export const gatewaySms = ({ url, token, fetch, patienceMs = PATIENCE_MS }: Gateway): SmsSender => ({
  send: async ({ to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ to, text }),
      // The token goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await response.body?.cancel()
    if (response.ok) return
    const reason = `The SMS gateway answered ${response.status}`
    throw NOT_NOW.has(response.status) || response.status >= 500 ? new Error(reason) : new SmsRefused(reason)
  },
})

/** 401 and 403 are ours to mend, so the SMS waits. */
const NOT_NOW = new Set([401, 403, 408, 425, 429])

type Write = (body: (tx: Pick<Tx, 'site'>) => Promise<void> | void) => Promise<void>

export const inboxSms = (write: Write, now: () => number): SmsSender => ({
  send: ({ job, to, text }) => write((tx) => tx.site.addDevSms({ job, recipient: to, text, at: now() })),
})

type Needs = { fetch: typeof fetch; write: Write; now: () => number }

export const openSms = ({ SMS_URL: url, SMS_TOKEN: token }: Env, { fetch, write, now }: Needs): SmsSender =>
  url === undefined || token === undefined ? inboxSms(write, now) : gatewaySms({ url, token, fetch })

/** The inbox is nobody's phone where nobody can open it: then nothing is offered that needs a code. */
export const sendsSms = ({ MODE, SMS_URL }: Pick<Env, 'MODE' | 'SMS_URL'>): boolean =>
  MODE === 'demo' || SMS_URL !== undefined
