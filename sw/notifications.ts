/** The data that a notification carries, and the rule when to close it: once its subject was read or seen. */
import * as v from 'valibot'
import type { OpenNotification, Ports } from './ports.ts'
import { readMe } from './store/me.ts'
import type { ReadTx } from './store/member-db.ts'
import { readOutbox } from './store/outbox-rows.ts'
import { isNewLike, readMarkedChat, shownCounts, VIEW_STORES } from './store/views.ts'
import type { MemberSession } from './store/session.ts'

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
    const are: OpenNotification[] = []
    for (const { note, data } of open) if (await isSeen(tx, data)) are.push(note)
    return are
  })
  for (const note of seen) note.close()
}

const isSeen = async (tx: ReadTx, { path, seq, profile, message }: NotificationData): Promise<boolean> => {
  // The device cannot tell whether a change was seen until its feed has reached that change.
  const me = await readMe(tx)
  const knows = me.seq >= seq
  if (path.startsWith('/likes'))
    return (
      knows &&
      !(profile === undefined
        ? (await shownCounts(tx, me)).new_likes
        : await isNewLike(tx, profile, await readOutbox(tx)))
    )
  const [, conversation] = /^\/chats\/([\d-]+)$/.exec(path) ?? []
  // This notification is a reminder of all unread messages.
  if (conversation === undefined) return path === '/chats' && knows && (await shownCounts(tx, me)).unread_messages === 0
  const chat = await readMarkedChat(tx, conversation)
  if (chat && message !== undefined && chat.my_read_up_to >= message) return true
  // The conversation was removed, or contains no unread message.
  return knows && !chat?.num_unread_messages
}
