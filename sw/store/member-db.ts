/** The database of one member (or of visitors): its stores and migrations. Migrations only add. */
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import type { Draft } from '#contract/calls/device.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import type { LikeState } from '#contract/entities/like.ts'
import type { MatchReason } from '#contract/entities/proposal.ts'
import type { Profile, ProfileCard } from '#contract/entities/profile.ts'
import type { BlockedProfile, SentReport } from '#contract/entities/safety.ts'
import type { Counts, User } from '#contract/entities/user.ts'
import type { Locale } from '#contract/locales.ts'
import type { Database } from './opener.ts'

export type ProfileRow = {
  id: number
  card: ProfileCard
  /** When the server sent the card, as in the other rows; `full_held_at`: when it sent the whole profile. */
  held_at: number
  /** The whole profile, or null until it was opened. */
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

/**
 * Lists of profiles from the server: `related:<id>`, `match_finder`, `swipe`, `blocks`, `reports`. `swiped` lists the profiles
 * already swiped on this device.
 */
export type ListRow = {
  key: string
  items: { id: number; reasons: MatchReason[] }[]
  held_at: number
  /** Only in `swipe`: the likes that are left today [LIKE-5]. */
  day?: { likes_left: number; resets_at: number }
  /** Only in `blocks`: the cards, since blocked people are not among the profiles that search reads. */
  blocks?: BlockedProfile[]
  /** Only in `reports`: the member's own reports. */
  reports?: SentReport[]
}

export type ConversationRow = {
  conversation: string
  /** The server's last state; null for a conversation that nobody has begun. */
  chat: Chat | null
  /**
   * Every message from the newest back to `before` is stored (all of them if `before` is null). `history` is null until
   * the conversation is opened. `gap`: the feed had a break, so older messages may be missing. `older_hidden`: older
   * messages exist that are too old to be shown [CHAT-10]; missing in older rows.
   */
  history: { before: number | null; gap: boolean; older_hidden?: boolean } | null
  /**
   * A push announced a message that it could not carry [PWA-14]: the feed has the message at `seq`, and `at` is the
   * time of the push. Ignored once the feed has reached `seq`. Missing in older rows.
   */
  expects?: { seq: number; at: number }
  /**
   * The newest message is an own one of which the device has only the server's answer. `own`: all such messages after `from`;
   * the partner may have written in between. Missing once the feed has reached them, and in older rows.
   */
  answered?: { from: number; own: number[] }
  /**
   * After a break in the feed no page of the list has named the conversation yet. It is deleted if the last page does not
   * either.
   */
  unlisted?: true
}

/**
 * The cursor of each list's next page, or null if the device has all pages of it. `known`: the newest message on the device when it asked
 * for the first page; missing in old rows.
 */
export type ListPages = { chats: string | null; likes: string | null; known?: number }

/** The member's own row in `meta`. */
export type Me = {
  user: User | null
  counts: Counts
  /** The feed cursor of this device. */
  seq: number
  /** The `seq` of the newest push applied; an older push must not overwrite it. */
  push_seq: number
  /** When the device last knew that its data was current. */
  synced_at: number
  /** Whether the first pages of the lists were ever fetched. */
  filled: boolean
  /** The newest message that the feed or a list has brought; missing in old rows. Others may have come by an answer or a push. */
  newest_message?: number
  /** The pages that are still to be fetched; null or missing if there are none. */
  pages?: ListPages | null
  /** The number of sends of this device and its id [PWA-2]; missing before the first send. */
  sends?: { device: string; count: number }
  /** The server was put back to an earlier state, which the member has not read yet. */
  put_back?: boolean
  /** The form of `user` (`me.ts`); missing in rows of the first version. */
  form?: number
  /** Whether this database has been given the writes of a lost one (`outbox-backup.ts`); missing in old rows. */
  backup_read?: true
}

/**
 * The picture of a queued or drafted photo or photo message. It is written and deleted with its row in the outbox or in
 * `drafts`. Bytes, since not every browser stores Blobs.
 */
export type BlobRow = { client_id: string; bytes: ArrayBuffer; type: string }

/** A draft; its picture is in `blobs` under the same id. `at`: when it was chosen or shared. */
export type DraftRow = Draft & { at: number }

export type PhotoRow = { url: string; bytes: number; used_at: number; checked_at: number }

/** The markup of a screen for the next start of the app [PWA-17], as the page sent it, with the worker's version. */
export type SnapshotRow = {
  path: string
  call: string
  tag: string
  locale: Locale
  html: string
  styles: string
  sheets: string[]
  version: string
  at: number
}

export interface MemberSchema extends DBSchema {
  profiles: { key: number; value: ProfileRow; indexes: { last_used_at: number } }
  searches: { key: string; value: SearchRow; indexes: { filter: string } }
  /** The index `newest` orders by the time of the last message, as the list does, and `expects` has the few that expect one [PWA-14]. */
  conversations: { key: string; value: ConversationRow; indexes: { newest: number; expects: number } }
  /** Only messages that the server has. The index `client` finds a member's own message by its client id [CHAT-5]. */
  messages: {
    key: number
    value: Message
    indexes: { conversation: [string, number]; client: [number, string] }
  }
  likes: { key: number; value: LikeState }
  /** Parsed on reading (`outbox-rows.ts`). `order` is the order of writing. */
  outbox: { key: number; value: unknown; indexes: { id: string } }
  meta: { key: 'me'; value: Me }
  photos: { key: string; value: PhotoRow; indexes: { used_at: number } }
  blobs: { key: string; value: BlobRow }
  lists: { key: string; value: ListRow }
  drafts: { key: string; value: DraftRow }
  snapshots: { key: string; value: SnapshotRow }
}

export type MemberDb = IDBPDatabase<MemberSchema>
export type StoreName = StoreNames<MemberSchema>
/** A read-write transaction. The stores it may touch were named when it began. */
export type Tx = IDBPTransaction<MemberSchema, StoreName[], 'readwrite'>
/** A read-only transaction. */
export type ReadTx = IDBPTransaction<MemberSchema, StoreName[]>

type Upgrade = Pick<IDBPTransaction<MemberSchema, StoreName[], 'versionchange'>, 'objectStore'>
type Migration = (db: MemberDb, tx: Upgrade) => void

/** Append only. A migration adds stores or indexes and changes no existing row, above all none of the outbox [PWA-2]. */
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
  (db) => {
    db.createObjectStore('snapshots', { keyPath: 'path' })
  },
  (_, tx) => {
    const conversations = tx.objectStore('conversations')
    conversations.createIndex('newest', 'chat.last_message.sent_at')
    conversations.createIndex('expects', 'expects.seq')
  },
]

export const memberDbName = (member: number | null): string => (member === null ? 'visitor' : `member-${member}`)

export const memberDb = (member: number | null, version = MIGRATIONS.length): Database<MemberSchema> => ({
  name: memberDbName(member),
  version,
  upgrade: (db, from, _, tx) => {
    for (const migrate of MIGRATIONS.slice(from, version)) migrate(db, tx)
  },
})
