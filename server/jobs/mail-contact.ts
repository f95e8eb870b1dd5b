/** Mails a member that someone likes them, or wrote for the first time: the name of the other, never the message. */
import { conversationId } from '#contract/rules/conversation-id.ts'
import { isMatch, likeStateOf } from '../areas/likes/like.ts'
import { mayStillSend } from '../areas/safety/may-still-send.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { markedName, type Post } from './post.ts'

/** No mail if the like was taken back or seen, or if the members may not see each other any more. */
export const mailLike =
  (deps: Deps, post: Post) =>
  async ({ liker, member }: JobPayload<'mail.like'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    const [from] = await deps.read.notices.people([liker])
    const state = likeStateOf(liker, await deps.read.likes.statesWith(member, [liker]))
    if (!person || !from || !state.received?.like_new) return
    if (!(await mayStillSend(deps, liker, 'contact'))) return
    const { language } = person
    // A mail marks a fictional profile wherever it names one, in the subject too [SAFE-7].
    const names = { liker: markedName(language, from), site: deps.settings().name }
    const isMutual = isMatch(state)
    await post.wanted(job, person, 'like', () => ({
      subject: serverText(language, isMutual ? 'mail.like.match_subject' : 'mail.like.subject', names),
      paragraphs: [
        serverText(language, isMutual ? 'mail.like.match_text' : 'mail.like.text', names),
        ...(from.fictional ? [serverText(language, 'mail.like.fictional', { liker: from.name })] : []),
      ],
      button: { text: serverText(language, 'mail.like.button'), url: `${publicUrl(deps.env)}/likes/m/${liker}` },
    }))
  }

/** No mail if the message has been read, its sender blocked or the conversation deleted. */
export const mailNewConversation =
  (deps: Deps, post: Post) =>
  async ({ sender, recipient }: JobPayload<'mail.new_conversation'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(recipient)
    const written = (await deps.read.notices.unreadBy(recipient, deps.now())).find(({ partner }) => partner === sender)
    const [from] = await deps.read.notices.people([sender])
    if (!person || !written || !from || !(await mayStillSend(deps, sender, 'begin'))) return
    const { language } = person
    // The subject marks a fictional profile too [SAFE-7].
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
