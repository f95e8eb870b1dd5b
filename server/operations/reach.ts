/**
 * Whether the services of others answered the last attempt, for `/metrics` [OPS-12]. The outcomes of jobs do not show it: a job that is
 * no longer needed ends without the service, and an address that is refused for now fails like a mail server that is away.
 */
import { HOUR_MS } from '#contract/limits.ts'
import { isRecipientRefusal, MailRefused } from '../adapters/mail.ts'
import { SmsRefused } from '../adapters/sms.ts'
import type { Senders } from '../jobs/handlers.ts'

/** A service without an entry was not asked since the start. */
export type Reach = { [Service in 'mail' | 'push' | 'sms' | 'payments']?: boolean }

/** @returns senders that note in `isAway` whether the other side answered */
export const watchSenders = (isAway: Reach, { mailer, push, sms }: Senders, now: () => number): Senders => {
  const isLate = lateServices(now)
  return {
    mailer: {
      ...mailer,
      send: async (mail) => {
        await noting(
          isAway,
          'mail',
          mailer.send(mail),
          (error) => error instanceof MailRefused || isRecipientRefusal(error),
        )
      },
    },
    push: {
      send: async (target, payload, options) => {
        const outcome = await push.send(target, payload, options)
        isAway.push = isLate(target.endpoint, outcome.kind === 'later')
        return outcome
      },
    },
    sms: {
      send: async (message) => {
        await noting(isAway, 'sms', sms.send(message), (error) => error instanceof SmsRefused)
      },
    },
  }
}

/** A job that fails is repeated within this time. An older failure of a service says nothing, because no job has tried it again. */
const LATE_MS = 2 * HOUR_MS

/**
 * Each browser has a push service of its own, and one that answers says nothing about the others. A single device that gets no answer
 * counts only until another push is answered: the fault may be its own.
 */
const lateServices = (now: () => number) => {
  const late = new Map<string, { device: string; isSeveral: boolean; at: number }>()
  return (device: string, isNow: boolean): boolean => {
    const { host } = new URL(device)
    const before = late.get(host)
    if (isNow)
      late.set(host, {
        device: before?.device ?? device,
        isSeveral: before !== undefined && (before.isSeveral || before.device !== device),
        at: now(),
      })
    else late.delete(host)
    return isNow || [...late.values()].some(({ isSeveral, at }) => isSeveral && at > now() - LATE_MS)
  }
}

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
