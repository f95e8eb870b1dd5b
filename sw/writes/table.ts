/** The table of queued calls. A queued call of the contract without an entry here does not compile. */
import * as v from 'valibot'
import { calls, type CallName } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import { consentsPut, notificationsPut, profilePut, userLanguage } from './account.ts'
import { blocksDelete, blocksPut } from './blocks.ts'
import { chatsDelete, chatsRead } from './chats.ts'
import { likesDelete, likesPut, likesSeen } from './likes.ts'
import { messagesPhoto, messagesSend } from './messages.ts'
import { photosAdd, photosChange, photosDelete, photosOrder } from './photos.ts'
import type { AnyWrite, QueuedCall, QueuedName } from './queued-call.ts'
import { reportsSend } from './reports.ts'
import { swipePut, swipeUndo } from './swipes.ts'

export const queuedCalls = {
  'messages.send': messagesSend,
  'messages.photo': messagesPhoto,
  'chats.delete': chatsDelete,
  'chats.read': chatsRead,
  'blocks.put': blocksPut,
  'blocks.delete': blocksDelete,
  'reports.send': reportsSend,
  'likes.put': likesPut,
  'likes.delete': likesDelete,
  'likes.seen': likesSeen,
  'swipe.put': swipePut,
  'swipe.undo': swipeUndo,
  'profile.put': profilePut,
  'consents.put': consentsPut,
  'notifications.put': notificationsPut,
  'user.language': userLanguage,
  'photos.add': photosAdd,
  'photos.change': photosChange,
  'photos.order': photosOrder,
  'photos.delete': photosDelete,
} satisfies { [Name in QueuedName]: { schema: v.GenericSchema<unknown, { kind: Name }> } }

export const Write = v.variant(
  'kind',
  Object.values(queuedCalls).map(({ schema }) => schema),
)
export type Write = v.InferOutput<typeof Write>

export const isQueued = (name: CallName): name is QueuedName => calls[name].offline === 'queued'

/** The parts of a write's call, for code that handles all writes alike. */
export const queuedCallOf = ({ kind }: AnyWrite): QueuedCall<Write, unknown, unknown> =>
  // The kind of the write chooses the entry, so the entry's functions receive only writes of their own kind.
  queuedCalls[kind] as unknown as QueuedCall<Write, unknown, unknown>

/** Turns the parsed input of a queued call into a write of this member. */
export const writeOf = (kind: QueuedName, input: unknown, member: number): Write =>
  // The call's schemas have parsed the input, and the entry makes the fields of its own kind.
  ({ kind, ...queuedCallOf({ kind }).fieldsOf(input, member) }) as Write

export const topicsOf = (write: Write): readonly Topic[] => queuedCallOf(write).topics(write)

/** The write at a new price of its message; any other write as it is. */
export const writeAtCost = (write: Write, cost: number): Write => queuedCallOf(write).atCost?.(write, cost) ?? write

/** The message in this write, or null for a write of another kind. */
export const messageIn = (write: Write) => queuedCallOf(write).message?.(write) ?? null
