/** The data that a notification carries, and the rule when to close it: once its subject was read or seen. */
import * as v from 'valibot'
import { PUSH_KINDS, isPushKind, type PushKind } from '#contract/push-kinds.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { aboutPath } from './older-pushes.ts'
import type { OpenNotification, Ports } from './ports.ts'
import { closedReason, readConversation } from './store/conversations.ts'
import { readMe } from './store/me.ts'
import type { Me, ReadTx } from './store/member-db.ts'
import { readOutbox } from './store/outbox-rows.ts'
import { isNewLike, readMarkedChat, shownCounts, VIEW_STORES } from './store/views.ts'
import type { MemberSession } from './store/session.ts'
import { queuedBlocks } from './writes/overlays.ts'

const NotificationData = v.object({
  /** The member it is for, or null. */
  member: v.nullable(v.number()),
  /** The path that a tap opens. */
  path: v.string(),
  /** The member's `seq` when the notification was made. */
  seq: v.optional(v.number(), 0),
  /** The profile and the message it is about, if the push named them. */
  profile: v.optional(v.number()),
  message: v.optional(v.number()),
  /** The push's kind, the profile that the text names, and the conversation; missing in notifications of older workers. */
  kind: v.optional(v.nullable(v.string())),
  names: v.optional(v.nullable(v.number())),
  conversation: v.optional(v.nullable(v.string())),
})
export type NotificationData = v.InferOutput<typeof NotificationData>

export const readData = (data: unknown): NotificationData | null => {
  const parsed = v.safeParse(NotificationData, data)
  return parsed.success ? parsed.output : null
}

/** Closes notifications whose subject was seen in a tab, on another device, or by another notification's button. */
export const closeSeen = async ({ list }: Ports['notifications'], session: MemberSession): Promise<void> => {
  const open = (await list()).flatMap((note) => {
    const data = readData(note.data)
    return data?.member === session.member ? [{ note, data }] : []
  })
  if (open.length === 0) return
  const seen = await session.read(VIEW_STORES, async (tx) => {
    const notes: OpenNotification[] = []
    for (const { note, data } of open) if (await isSeen(tx, data)) notes.push(note)
    return notes
  })
  for (const note of seen) note.close()
}

/** Closes the notifications that are not this member's. */
export const closeNotificationsOfOthers = async ({ list }: Ports['notifications'], member: number): Promise<void> => {
  for (const note of await list()) if (readData(note.data)?.member !== member) note.close()
}

const isSeen = async (tx: ReadTx, data: NotificationData): Promise<boolean> => {
  // A notification of an older worker says only which path it opens.
  const { kind, conversation } = data.kind === undefined ? aboutPath(data.path) : data
  const subjects = typeof kind === 'string' && isPushKind(kind) ? PUSH_KINDS[kind].closedBy : []
  if (subjects.length === 0) return false
  if (data.profile !== undefined && (await isBlocked(tx, data.member, data.profile))) return true
  const me = await readMe(tx)
  // The device cannot tell whether a change was seen until its feed has reached that change.
  const isKnown = me.seq >= data.seq
  for (const subject of subjects)
    if (!(await SEEN[subject]({ tx, me, isKnown, conversation: conversation ?? '', data }))) return false
  return true
}

/** Nothing of somebody whom the member has blocked stays on the screen [CHAT-9]. */
const isBlocked = async (tx: ReadTx, member: number | null, profile: number): Promise<boolean> => {
  const chat = member === null ? undefined : (await readConversation(tx, conversationId(member, profile)))?.chat
  return closedReason(chat?.closed ?? null, queuedBlocks(await readOutbox(tx)).get(profile)) === 'blocking'
}

type CheckedNotification = { tx: ReadTx; me: Me; isKnown: boolean; conversation: string; data: NotificationData }

const SEEN: Record<
  (typeof PUSH_KINDS)[PushKind]['closedBy'][number],
  (checked: CheckedNotification) => Promise<boolean>
> = {
  conversation: async ({ tx, isKnown, conversation, data: { message } }) => {
    const chat = await readMarkedChat(tx, conversation)
    if (chat && message !== undefined && chat.my_read_up_to >= message) return true
    // The conversation was removed, or contains no unread message.
    return isKnown && !chat?.num_unread_messages
  },
  likes: async ({ tx, me, isKnown, data: { profile } }) =>
    isKnown &&
    !(profile === undefined
      ? (await shownCounts(tx, me)).new_likes
      : await isNewLike(tx, profile, await readOutbox(tx))),
  messages: async ({ tx, me, isKnown }) => isKnown && (await shownCounts(tx, me)).unread_messages === 0,
}
