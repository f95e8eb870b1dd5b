/** Mails a member that someone wrote for the first time: the sender's name, never the message. */
import { conversationId } from '#contract/rules/conversation-id.ts'
import { mayStillSend } from '../areas/safety/may-still-send.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { markedName, type Post } from './post.ts'

export const mailNewConversation =
  (deps: Deps, post: Post) =>
  async ({ sender, recipient }: JobPayload<'mail.new_conversation'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(recipient)
    // No mail if the message has been read, its sender blocked or the conversation deleted.
    const written = (await deps.read.notices.unreadBy(recipient, deps.now())).find(({ partner }) => partner === sender)
    const [from] = await deps.read.notices.people([sender])
    if (!person || !written || !from || !(await mayStillSend(deps, sender, 'begin'))) return
    const { language } = person
    // A mail marks a fictional profile wherever it names one, in the subject too [SAFE-7].
    const names = { sender: markedName(language, from), site: deps.settings().name }
    await post.wanted(job, person, 'new_conversations', () => ({
      subject: serverText(language, 'mail.new_conversation.subject', names),
      paragraphs: [
        serverText(language, 'mail.new_conversation.text', names),
        ...(from.fictional ? [serverText(language, 'mail.new_conversation.fictional', { sender: from.name })] : []),
      ],
      button: {
        text: serverText(language, 'mail.new_conversation.button'),
        url: `${publicUrl(deps.env)}/chats/${conversationId(sender, recipient)}`,
      },
    }))
  }
