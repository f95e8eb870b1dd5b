/** The database of one member (and one for visitors): its stores, and how it came to have them. Migrations only add. */
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import type { Draft } from '#contract/calls/device.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import type { LikeState } from '#contract/entities/like.ts'
import type { MatchReason } from '#contract/entities/match.ts'
import type { Profile, ProfileCard } from '#contract/entities/profile.ts'
import type { BlockedProfile } from '#contract/entities/safety.ts'
import type { Counts, User } from '#contract/entities/user.ts'
import type { Database } from './opener.ts'

export type ProfileRow = {
  id: number
  card: ProfileCard
  held_at: number
  /** The whole profile, once it was opened. */
  full: Profile | null
  full_held_at: number
  last_used_at: number
  /** The server no longer shows this profile to this viewer. */
  hidden: boolean
}

export type SearchRow = {
  key: string
  filter: string
  page: number
  ids: number[]
  next: string | null
  /** Missing in rows of the first version. */
  limited?: boolean
  held_at: number
}

/** Profiles the server put together: `related:<id>`, `match_finder`, `swipe`, `blocks`; and `swiped`: those already swiped here. */
export type ListRow = {
  key: string
  items: { id: number; reasons: MatchReason[] }[]
  held_at: number
  /** Of `swipe`: what the day has left [LIKE-5]. */
  day?: { likes_left: number; resets_at: number }
  /** Of `blocks`: the cards themselves, since blocked people are kept out of the profiles that search reads. */
  blocks?: BlockedProfile[]
}

export type ConversationRow = {
  conversation: string
  /** As the server said last; null for one that nobody has begun. */
  chat: Chat | null
  /**
   * Every message from the newest back to `before` is held (all of them where it is null). No history: nobody has
   * opened it yet. `gap`: the feed broke off in between, so older messages may be missing. `older_hidden`: there were
   * messages that are too old to be shown [CHAT-10]; missing in older rows.
   */
  history: { before: number | null; gap: boolean; older_hidden?: boolean } | null
  /**
   * A push told of a message that it could not carry [PWA-14]: the feed has the message at `seq`, and `at` is when the push
   * came. Over once the feed has come as far. Missing in older rows.
   */
  expects?: { seq: number; at: number }
}

/** The member's own row in `meta`. */
export type Me = {
  user: User | null
  counts: Counts
  /** Where this device stands in the member's feed. */
  seq: number
  /** The newest push applied: an older one must not undo it. */
  push_seq: number
  /** When the device last knew that nothing newer exists. */
  synced_at: number
  /** Whether the full lists were ever taken. */
  filled: boolean
  /** How often this device has sent a write, and under which name [PWA-2]; missing before the first. */
  sends?: { device: string; count: number }
  /** Of which form `user` is (`me.ts`); missing in rows of the first version. */
  form?: number
}

/** The picture of a photo or a photo message that waits: it comes and goes with its row in the outbox or in `drafts`. Bytes, since not every browser stores Blobs. */
export type BlobRow = { client_id: string; bytes: ArrayBuffer; type: string }

/** What was chosen or shared and is not sent yet; its picture is in `blobs`, under the same id. `at`: since when. */
export type DraftRow = Draft & { at: number }

export type PhotoRow = { url: string; bytes: number; used_at: number; checked_at: number }

export interface MemberSchema extends DBSchema {
  profiles: { key: number; value: ProfileRow; indexes: { last_used_at: number } }
  searches: { key: string; value: SearchRow; indexes: { filter: string } }
  conversations: { key: string; value: ConversationRow }
  /** Only what the server has. `client` is how a member's own device knows its message again [CHAT-5]. */
  messages: {
    key: number
    value: Message
    indexes: { conversation: [string, number]; client: [number, string] }
  }
  likes: { key: number; value: LikeState }
  /** Parsed when read: `outbox-rows.ts`. `order` is the order of writing. */
  outbox: { key: number; value: unknown; indexes: { id: string } }
  meta: { key: 'me'; value: Me }
  photos: { key: string; value: PhotoRow; indexes: { used_at: number } }
  blobs: { key: string; value: BlobRow }
  lists: { key: string; value: ListRow }
  drafts: { key: string; value: DraftRow }
}

export type MemberDb = IDBPDatabase<MemberSchema>
export type StoreName = StoreNames<MemberSchema>
/** A transaction; which stores it may touch was said where it was begun. */
export type Tx = IDBPTransaction<MemberSchema, StoreName[], 'readwrite'>
/** One that only reads. */
export type ReadTx = IDBPTransaction<MemberSchema, StoreName[]>

type Migration = (db: MemberDb) => void

/** Append only. Each adds; none touches what is there, the outbox least of all [PWA-2]. */
export const MIGRATIONS: readonly Migration[] = [
  (db) => {
    db.createObjectStore('profiles', { keyPath: 'id' }).createIndex('last_used_at', 'last_used_at')
    db.createObjectStore('searches', { keyPath: 'key' }).createIndex('filter', 'filter')
    db.createObjectStore('conversations', { keyPath: 'conversation' })
    const messages = db.createObjectStore('messages', { keyPath: 'id' })
    messages.createIndex('conversation', ['conversation', 'id'])
    messages.createIndex('client', ['sender', 'client_id'])
    db.createObjectStore('likes', { keyPath: 'profile' })
    db.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true }).createIndex('id', 'id', { unique: true })
    db.createObjectStore('meta')
  },
  (db) => {
    db.createObjectStore('photos', { keyPath: 'url' }).createIndex('used_at', 'used_at')
  },
  (db) => {
    db.createObjectStore('blobs', { keyPath: 'client_id' })
    db.createObjectStore('lists', { keyPath: 'key' })
  },
  (db) => {
    db.createObjectStore('drafts', { keyPath: 'id' })
  },
]

export const memberDbName = (member: number | null): string => (member === null ? 'visitor' : `member-${member}`)

export const memberDb = (member: number | null, version = MIGRATIONS.length): Database<MemberSchema> => ({
  name: memberDbName(member),
  version,
  upgrade: (db, from) => {
    for (const migrate of MIGRATIONS.slice(from, version)) migrate(db)
  },
})
