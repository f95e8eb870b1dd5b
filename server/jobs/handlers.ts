import type { Mailer } from '../adapters/mail.ts'
import { MailRefused } from '../adapters/mail.ts'
import type { PushSender } from '../adapters/push.ts'
import type { Deps } from '../deps.ts'
import { GiveUp, type JobHandlers } from './loop.ts'
import { mailActivation } from './mail-activation.ts'
import { mailNewConversation } from './mail-new-conversation.ts'
import { pushMessage } from './push-message.ts'

export const jobHandlers = (deps: Deps, { mailer, push }: { mailer: Mailer; push: PushSender }): JobHandlers => {
  const mail: Mailer = {
    ...mailer,
    send: async (content) => {
      try {
        await mailer.send(content)
      } catch (error) {
        throw error instanceof MailRefused ? new GiveUp(error.message) : error
      }
    },
  }
  // Not built yet.
  const later = async (): Promise<void> => {
    throw new GiveUp('not built')
  }
  return {
    'mail.reset': later,
    'mail.mail_change': later,
    'mail.mail_change_notice': later,
    'mail.deletion': later,
    'mail.like': later,
    'mail.unread': later,
    'mail.weekly': later,
    'mail.receipt': later,
    'reminders.round': later,
    'accounts.purge': later,
    'photos.sweep': later,
    'mail.activation': mailActivation(deps, mail),
    'mail.new_conversation': mailNewConversation(deps, mail),
    'push.message': pushMessage(deps, push),
  }
}
