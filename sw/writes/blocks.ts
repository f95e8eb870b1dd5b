/** Queued blocks and unblocks [PROF-14]. */
import type { Topic } from '#contract/device.ts'
import { ConversationId, Id } from '#contract/fields.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { closedReason, readConversation } from '../store/conversations.ts'
import type { Tx } from '../store/member-db.ts'
import { readProfile, setBlocked } from '../store/profiles.ts'
import { chatLane } from './chats.ts'
import { likeLane } from './likes.ts'
import { lastCounts, queuedCall, stored } from './queued-call.ts'

type Target = { profile: number; conversation: string }

/** The last block or unblock of a profile counts. */
const ofProfile = {
  fieldsOf: ({ params: { profile } }: { params: { profile: number } }, member: number): Target => ({
    profile,
    conversation: conversationId(member, profile),
  }),
  lane: ({ profile }: Target) => `block:${profile}`,
  coalesce: lastCounts,
  request: ({ profile }: Target) => ({ params: { profile } }),
  topics: ({ conversation }: Target): Topic[] => [
    `messages:${conversation}`,
    'chats',
    'members',
    'matches',
    'swipe',
    'blocks',
    'device',
  ],
}

export const blocksPut = queuedCall(stored('blocks.put', { profile: Id, conversation: ConversationId }), {
  ...ofProfile,
  // A notification of that member closes.
  changesBadge: true,
  acknowledge: (tx, { write, row }) => applyBlock(tx, write, { isBlocked: true, at: row.written_at }),
  overlay: ({ write: { profile, conversation } }) => ({ block: { profile, conversation, isBlocked: true } }),
})

export const blocksDelete = queuedCall(stored('blocks.delete', { profile: Id, conversation: ConversationId }), {
  ...ofProfile,
  acknowledge: (tx, { write, row }) => applyBlock(tx, write, { isBlocked: false, at: row.written_at }),
  overlay: ({ write: { profile, conversation } }) => ({ block: { profile, conversation, isBlocked: false } }),
  /** The server would refuse a message or a like that overtakes it. A block waits for nothing, and holds them back (`withheldRows`). */
  otherLanes: ({ profile, conversation }) => [chatLane({ conversation }), likeLane({ profile })],
  answerIfGone: () => ({}),
})

/** Applies a confirmed block: search and the conversation show it before the feed arrives. */
const applyBlock = async (
  tx: Tx,
  { profile, conversation }: Target,
  { isBlocked, at }: { isBlocked: boolean; at: number },
): Promise<void> => {
  await changeBlockList(tx, profile, isBlocked, at)
  await setBlocked(tx, profile, isBlocked)
  const row = await readConversation(tx, conversation)
  if (!row?.chat) return
  const chat = { ...row.chat, closed: closedReason(row.chat.closed, isBlocked) }
  await tx.objectStore('conversations').put({ ...row, chat })
}

/** The stored list is current before it is fetched again. */
const changeBlockList = async (tx: Tx, profile: number, isBlocked: boolean, at: number): Promise<void> => {
  const list = await tx.objectStore('lists').get('blocks')
  if (!list) return
  const others = (list.blocks ?? []).filter((block) => block.profile.id !== profile)
  const card = isBlocked ? (await readProfile(tx, profile))?.card : undefined
  await tx.objectStore('lists').put({ ...list, blocks: card ? [{ profile: card, at }, ...others] : others })
}
