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
  return {
    'mail.activation': mailActivation(deps, mail),
    'mail.new_conversation': mailNewConversation(deps, mail),
    'push.message': pushMessage(deps, push),
  }
}
