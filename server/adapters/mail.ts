/** Mail: through an SMTP server if one is configured, else into the development inbox. */
import { createHash } from 'node:crypto'
import type { Tx } from '../deps.ts'

export type Mail = {
  /** The job that sends the mail: a repeated send has the same Message-ID, and the inbox stores it once. */
  job: number
  to: string
  /** The sender of the member's domain; left out for the mailer's own sender [SITE-15]. */
  from?: string
  /** The address of the support: people answer mails, and nobody reads the sender's mailbox. */
  replyTo?: string
  subject: string
  text: string
  html: string
  /** The one-click unsubscribe URL for mails of this kind (RFC 8058). */
  unsubscribe?: string
}

/** The SMTP server refuses this mail for good. */
export class MailRefused extends Error {
  /** The server refused the recipient: the address is dead. */
  readonly isBounce: boolean
  constructor(message: string, isBounce: boolean) {
    super(message)
    this.isBounce = isBounce
  }
}

export type Mailer = {
  /** @throws MailRefused, or the error that prevented delivery for now */
  send: (mail: Mail) => Promise<void>
  close: () => void
}

const TIMEOUT_MS = 15_000
/** Several, so that one slow recipient does not block the others. */
const CONNECTIONS = 5

/**
 * @param mainSender e.g. `Visavis <no-reply@visavis.test>`
 * @param timeoutMs the timeout for each answer of the server
 */
export const smtpMailer = (url: string, mainSender: string, timeoutMs = TIMEOUT_MS): Mailer => {
  // A server with the development inbox does not load it.
  const opened = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    }),
  )
  return {
    send: async ({ job, to, unsubscribe, from = mainSender, replyTo, ...content }) => {
      const transport = await opened
      try {
        // Address objects, since nodemailer parses a string as a list of addresses.
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
          ...content,
          messageId: messageId(job, to, from),
          headers: headersOf(unsubscribe),
        })
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused(`SMTP ${error.responseCode}`, isRecipientRefusal(error))
        throw error
      }
    },
    close: () => void opened.then((transport) => transport.close()),
  }
}

type Write = (body: (tx: Pick<Tx, 'site'>) => Promise<void> | void) => Promise<void>

/** Stores mails in the development inbox instead of sending them. */
export const inboxMailer = (write: Write, now: () => number): Mailer => ({
  send: ({ job, to, subject, text, html }) =>
    write((tx) => tx.site.addDevMail({ job, recipient: to, subject, text, html, at: now() })),
  close: () => undefined,
})

const messageId = (job: number, to: string, from: string): string => {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return `<job-${job}-${createHash('sha256').update(to).digest('hex').slice(0, 16)}@${domain}>`
}

/** No out-of-office replies (RFC 3834); optional mails have a one-click unsubscribe link (RFC 8058). */
const headersOf = (unsubscribe: string | undefined): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})

/**
 * Only an answer about this recipient or this mail can be final. A server that refuses the connection, the login or the sender refuses us:
 * a list of senders of spam, an account that has ended. All mails wait until that is mended.
 */
const FINAL_COMMANDS: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA'])

/** 4xx means retry; 5xx is final (RFC 5321 §4.2.1). */
const isRefusal = (error: unknown): error is { responseCode: number } =>
  typeof error === 'object' &&
  error !== null &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500 &&
  'command' in error &&
  FINAL_COMMANDS.has(error.command) &&
  !isPolicyRefusal(error)

/** Whether the server refuses this recipient, for good or for now, and may accept others. */
export const isRecipientRefusal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  !isPolicyRefusal(error)

/** `5.7` is a matter of security or policy (RFC 3463 §3.8), such as “relay access denied”: the server refuses us, and the address is not dead. */
const isPolicyRefusal = (error: object): boolean =>
  'command' in error &&
  error.command === 'RCPT TO' &&
  'response' in error &&
  /^5\d\d[ -]5\.7\./.test(String(error.response))
