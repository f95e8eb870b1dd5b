/** What a notification on the screen carries, and when its time is over: what it told of was read or seen since. */
import * as v from 'valibot'
import type { OpenNotification, Ports } from './ports.ts'
import { readMe } from './store/me.ts'
import type { ReadTx } from './store/member-db.ts'
import { readOutbox } from './store/outbox-rows.ts'
import { isNewLike, readMarkedChat, shownCounts, VIEW_STORES } from './store/views.ts'
import type { MemberSession } from './store/session.ts'

const NotificationData = v.object({
  /** Whose it is; null for nobody's. */
  member: v.nullable(v.number()),
  /** Where a tap leads. */
  path: v.string(),
  /** Where the member's feed stood by then. */
  seq: v.optional(v.number(), 0),
  /** Whom it is about, and the message it tells of, as far as the push said so. */
  profile: v.optional(v.number()),
  message: v.optional(v.number()),
})
export type NotificationData = v.InferOutput<typeof NotificationData>

export const readData = (data: unknown): NotificationData | null => {
  const parsed = v.safeParse(NotificationData, data)
  return parsed.success ? parsed.output : null
}

/** Takes away what was seen to elsewhere: in a tab, on another device, by another notification's button. */
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
  // What the device has not heard of yet it cannot call seen.
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
  // A reminder of all that lies unread.
  if (conversation === undefined) return path === '/chats' && knows && (await shownCounts(tx, me)).unread_messages === 0
  const chat = await readMarkedChat(tx, conversation)
  if (chat && message !== undefined && chat.my_read_up_to >= message) return true
  // Removed, or nothing in it is unread.
  return knows && !chat?.num_unread_messages
}
