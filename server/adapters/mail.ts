/** Mail: through an SMTP server where one is set, else into the development inbox. */
import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Tx } from '../deps.ts'

export type Mail = {
  /** The job that sends it: the same mail sent twice has one Message-ID, and stands once in the inbox. */
  job: number
  to: string
  /** The sender of the member's domain; the mailer's own where left out [SITE-15]. */
  from?: string
  subject: string
  text: string
  html: string
  /** Where a POST ends mails of this kind, with one click of the mail program (RFC 8058). */
  unsubscribe?: string
}

/** The SMTP server will not take this mail, now or later. */
export class MailRefused extends Error {
  /** It is the recipient that is refused: the address is dead. */
  readonly isBounce: boolean
  constructor(message: string, isBounce: boolean) {
    super(message)
    this.isBounce = isBounce
  }
}

export type Mailer = {
  /** @throws MailRefused, or whatever kept it from arriving for now */
  send: (mail: Mail) => Promise<void>
  close: () => void
}

const TIMEOUT_MS = 15_000
/** So that one that hangs leaves room for the others. */
const CONNECTIONS = 5

/**
 * @param mainSender e.g. `Visavis <no-reply@visavis.test>`
 * @param patienceMs how long a server may say nothing
 */
export const smtpMailer = (url: string, mainSender: string, patienceMs = TIMEOUT_MS): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  })
  return {
    send: async ({ job, to, unsubscribe, from = mainSender, ...content }) => {
      try {
        // An address object: nodemailer reads a text as a list of addresses.
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          ...content,
          messageId: messageId(job, to, from),
          headers: headersOf(unsubscribe),
        })
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused(`SMTP ${error.responseCode}`, isOfRecipient(error))
        throw error
      }
    },
    close: () => transport.close(),
  }
}

type Write = (body: (tx: Pick<Tx, 'site'>) => Promise<void> | void) => Promise<void>

export const inboxMailer = (write: Write, now: () => number): Mailer => ({
  send: ({ job, to, subject, text, html }) =>
    write((tx) => tx.site.addDevMail({ job, recipient: to, subject, text, html, at: now() })),
  close: () => undefined,
})

const messageId = (job: number, to: string, from: string): string => {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return `<job-${job}-${createHash('sha256').update(to).digest('hex').slice(0, 16)}@${domain}>`
}

/** Nobody's out-of-office answers us (RFC 3834); whoever may leave a list does so with one click (RFC 8058). */
const headersOf = (unsubscribe: string | undefined): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})

type SmtpError = { responseCode: number; command?: unknown }

/** 4xx asks to come back; 5xx is final (RFC 5321 §4.2.1). */
const isRefusal = (error: unknown): error is SmtpError =>
  typeof error === 'object' &&
  error !== null &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500 &&
  // Failed logins are ours to mend, so the mail waits.
  !('code' in error && error.code === 'EAUTH')

const isOfRecipient = ({ command }: SmtpError): boolean => command === 'RCPT TO'
