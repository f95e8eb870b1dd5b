/**
 * Whether the services of others answered the last attempt, for `/metrics` [OPS-12]. Jobs cannot tell: one that is not due any more is
 * done without them, and one address that is refused for now fails like a mail server that is away.
 */
import { isOfRecipient, MailRefused } from '../adapters/mail.ts'
import { SmsRefused } from '../adapters/sms.ts'
import type { Senders } from '../jobs/handlers.ts'

/** A service without an entry was not asked since the start. */
export type Reach = { [Service in 'mail' | 'push' | 'sms' | 'payments']?: boolean }

/** @returns senders that note in `isAway` whether the other side answered */
export const watchSenders = (isAway: Reach, { mailer, push, sms }: Senders): Senders => ({
  mailer: {
    ...mailer,
    send: async (mail) => {
      await noting(isAway, 'mail', mailer.send(mail), (error) => error instanceof MailRefused || isOfRecipient(error))
    },
  },
  push: {
    send: async (target, payload, options) => {
      const outcome = await push.send(target, payload, options)
      isAway.push = outcome.kind === 'later'
      return outcome
    },
  },
  sms: {
    send: async (message) => {
      await noting(isAway, 'sms', sms.send(message), (error) => error instanceof SmsRefused)
    },
  },
})

const noting = async (
  isAway: Reach,
  service: 'mail' | 'sms',
  sent: Promise<void>,
  isAnswer: (error: unknown) => boolean,
): Promise<void> => {
  try {
    await sent
    isAway[service] = false
  } catch (error) {
    isAway[service] = !isAnswer(error)
    throw error
  }
}
