/**
 * Mails that bring a member back: at a like or a first message, with the name of the other and never the message; and in the daily round,
 * for members who want them, about unread messages, the week, and an unfinished profile or signup.
 */
import type { ProfilePart } from '#contract/rules/completeness.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { isMatch, likeStateOf } from '../areas/likes/like.ts'
import { mayStillSend } from '../areas/safety/decisions.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverCount, serverList, serverText, type ServerTextKey } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { markedName, type MailText, type Post } from './post.ts'
import { unfinishedOf, weekLines, type UnfinishedTask } from './round-facts.ts'

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

/** The number of senders that a mail names. */
const NAMED = 3

type Writer = { name: string; fictional: boolean; count: number }

/** Reminds a member of unread messages: senders and counts, never the contents. */
export const mailUnread =
  (deps: Deps, post: Post) =>
  async ({ member }: JobPayload<'mail.unread'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    const unread = await deps.read.notices.unreadBy(member, deps.now())
    // The member read them after the round.
    if (!person || unread.length === 0) return
    const people = await deps.read.notices.people(unread.map(({ partner }) => partner))
    const writers = unread.flatMap(({ partner, count }): Writer[] => {
      const found = people.find(({ id }) => id === partner)
      return found ? [{ ...found, count }] : []
    })
    const { language } = person
    const total = writers.reduce((sum, { count }) => sum + count, 0)
    await post.wanted(job, person, 'unread_message_reminders', () => ({
      subject: serverCount(language, 'mail.unread.subject', total),
      paragraphs: [
        serverCount(language, 'mail.unread.text', total, {
          site: deps.settings().name,
          names: namesOf(language, writers),
        }),
        ...(writers.some(({ fictional }) => fictional) ? [serverText(language, 'mail.unread.fictional')] : []),
      ],
      button: { text: serverText(language, 'mail.unread.button'), url: `${publicUrl(deps.env)}/chats` },
    }))
  }

/** The first senders by name, fictional ones marked [SAFE-7]. The others are counted, fictional profiles separately. */
const namesOf = (language: string, writers: Writer[]): string => {
  const unnamed = writers.slice(NAMED)
  const made = unnamed.filter(({ fictional }) => fictional).length
  const people = unnamed.length - made
  return serverList(language, [
    ...writers.slice(0, NAMED).map((writer) => markedName(language, writer)),
    ...(people > 0 ? [serverCount(language, 'mail.unread.more', people)] : []),
    ...(made > 0 ? [serverCount(language, 'mail.unread.more_fictional', made)] : []),
  ])
}

/** The mail with a member's likes and messages of a week. */
export const mailWeekly =
  (deps: Deps, post: Post) =>
  async ({ member }: JobPayload<'mail.weekly'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    if (!person) return
    const { lines, path } = await weekLines(deps, person)
    if (lines.length === 0) return
    const { language } = person
    const { name: site } = deps.settings()
    await post.wanted(job, person, 'weekly_updates', () => ({
      subject: serverText(language, 'mail.weekly.subject', { site }),
      paragraphs: [serverText(language, 'mail.weekly.text'), ...lines],
      button: { text: serverText(language, 'mail.weekly.button', { site }), url: `${publicUrl(deps.env)}${path}` },
    }))
  }

const PART_WORDS: Record<ProfilePart, ServerTextKey> = {
  photo: 'mail.reminder.photo',
  about_me: 'mail.reminder.about_me',
  city: 'mail.reminder.city',
  interests: 'mail.reminder.interests',
  facts: 'mail.reminder.facts',
}

/** Reminds a member of an unfinished profile or signup; the last reminder says that it is the last. */
export const mailReminder =
  (deps: Deps, post: Post) =>
  async ({ member, last }: JobPayload<'mail.reminder'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    const unfinished = person && (await unfinishedOf(deps, member))
    // The member finished it after the round.
    if (!unfinished) return
    const { language } = person
    const { paragraphs, ...draft } = draftOf(deps, language, unfinished)
    await post.wanted(job, person, 'reminders', () => ({
      ...draft,
      paragraphs: [...paragraphs, ...(last ? [serverText(language, 'mail.reminder.last')] : [])],
    }))
  }

const draftOf = ({ env, settings }: Deps, language: string, unfinished: UnfinishedTask): MailText => {
  const { name: site } = settings()
  if (unfinished.what === 'signup')
    return {
      subject: serverText(language, 'mail.reminder.signup_subject', { site }),
      paragraphs: [serverText(language, 'mail.reminder.signup_text', { site })],
      button: {
        text: serverText(language, 'mail.reminder.signup_button'),
        url: `${publicUrl(env)}/complete-signup`,
      },
    }
  const parts = serverList(
    language,
    unfinished.parts.map((part) => serverText(language, PART_WORDS[part])),
  )
  return {
    subject: serverText(language, 'mail.reminder.profile_subject', { site }),
    paragraphs: [serverText(language, 'mail.reminder.profile_text', { parts })],
    button: { text: serverText(language, 'mail.reminder.profile_button'), url: `${publicUrl(env)}/profile` },
  }
}
