/** Runs the jobs of a test server; its mails are read from the inbox, or arrive at an SMTP server on loopback. */
import type { AddressInfo } from 'node:net'
import { pino, type Logger } from 'pino'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { inboxMailer, type Mailer } from '../adapters/mail.ts'
import type { PushSender } from '../adapters/push.ts'
import { inboxSms, type SmsSender } from '../adapters/sms.ts'
import { jobHandlers } from '../jobs/handlers.ts'
import { createJobLoop, type JobLoop } from '../jobs/loop.ts'
import type { TestServer } from './test-server.ts'

type Office = { mailer?: Mailer; push?: PushSender; sms?: SmsSender; log?: Logger }

const NO_PUSH: PushSender = { send: async () => ({ kind: 'sent' }) }

export const jobsOf = (server: TestServer, { mailer, push = NO_PUSH, sms, log }: Office = {}): JobLoop =>
  createJobLoop({
    ...server.deps,
    worker: 'test',
    log: log ?? pino({ level: 'silent' }),
    random: () => 0,
    handlers: jobHandlers(server.deps, {
      mailer: mailer ?? inboxMailer(server.deps.write, server.deps.now),
      push,
      sms: sms ?? inboxSms(server.deps.write, server.deps.now),
    }),
  })

/** Runs all due jobs and stops: a loop that continued would run later jobs beside a test, once a minute. */
export const runJobs = async (server: TestServer, office: Office = {}): Promise<void> => {
  const jobs = jobsOf(server, office)
  await jobs.runDue()
  await jobs.stop()
}

export type InboxMail = { recipient: string; subject: string; text: string; html: string }

/** Every mail in the inbox, the oldest first. */
export const inboxOf = (server: TestServer): InboxMail[] =>
  server.sql('select recipient, subject, text, html from dev_mails order by id') as InboxMail[]

/** Every SMS in the inbox, the oldest first. */
export const smsOf = (server: TestServer): { recipient: string; text: string }[] =>
  server.sql('select recipient, text from dev_sms order by id') as { recipient: string; text: string }[]

/** The first link of a mail that contains this text. */
export const linkIn = (mail: InboxMail | undefined, part: string): URL => {
  const found = mail?.text.split(/\s+/).find((word) => word.startsWith('http') && word.includes(part))
  if (found === undefined) throw new Error(`No link with ${part} in ${mail?.text ?? 'no mail'}`)
  return new URL(found)
}

export const tokenIn = (mail: InboxMail | undefined, part: string): string =>
  linkIn(mail, part).searchParams.get('token') ?? ''

type ReceivedMail = { from: string; to: string[]; raw: string }
export type SmtpStandIn = { url: string; port: number; received: ReceivedMail[]; close: () => Promise<void> }

/** A real SMTP server. @param port any free one if left out */
export const smtpStandIn = async (options: SMTPServerOptions = {}, port = 0): Promise<SmtpStandIn> => {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
    ...options,
  })
  // Ignore errors of clients that disconnect early.
  server.on('error', () => undefined)
  const listening = Promise.withResolvers<void>()
  server.listen(port, '127.0.0.1', () => listening.resolve())
  await listening.promise
  const bound = (server.server.address() as AddressInfo).port
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The error with which an SMTP server refuses. */
export const smtpAnswer = (responseCode: number, text = 'no'): Error => Object.assign(new Error(text), { responseCode })

/** Decodes a mail from its seven-bit encoding. */
export const readable = (raw: string): string =>
  raw
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (codes) => decodeURIComponent(codes.replaceAll('=', '%')))
