/** Tells a member by mail that someone wrote for the first time: who, never what. */
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { Mailer } from '../adapters/mail.ts'
import { cardsOf } from '../areas/find/cards.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { mailHtml, mailText, type MailParts } from './mail-page.ts'

export const mailNewConversation =
  (deps: Deps, mailer: Mailer) =>
  async ({ sender, recipient }: JobPayload<'mail.new_conversation'>, job: number): Promise<void> => {
    const row = await deps.read.account.own(recipient)
    const [card] = await cardsOf(deps.read, [sender], recipient, deps.now())
    if (row?.user.status !== 'active' || !card?.exists) return
    const { language, email } = row.user
    const names = { sender: card.name, site: deps.settings().name }
    const parts: MailParts = {
      hello: serverText(language, 'mail.hello', { name: row.profile.name }),
      paragraphs: [
        serverText(language, 'mail.new_conversation.text', names),
        // Whoever names a profile says so where it is fictional [SAFE-7].
        ...(card.fictional ? [serverText(language, 'mail.new_conversation.fictional', names)] : []),
      ],
      button: {
        text: serverText(language, 'mail.new_conversation.button'),
        url: `${publicUrl(deps.env)}/chats/${conversationId(sender, recipient)}`,
      },
      linkHint: serverText(language, 'mail.link'),
    }
    await mailer.send({
      job,
      to: email,
      subject: serverText(language, 'mail.new_conversation.subject', names),
      text: mailText(parts),
      html: mailHtml(language, parts),
    })
  }
