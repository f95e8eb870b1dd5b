/**
 * A snapshot is the markup of a screen, stored for the next start of the app. Its tag says what the markup shows. The page
 * makes the tag of what it has rendered, and the worker compares it with what the device holds now. Nothing that was deleted, blocked or
 * withdrawn appears again; only newer messages may be missing until the app has started [PWA-17].
 */
import type { CallAnswer } from '../calls.ts'
import type { Message } from '../entities/chat.ts'
import type { ProfileCard } from '../entities/profile.ts'
import type { User } from '../entities/user.ts'
import type { Locale } from '../locales.ts'

/** More conversations than the tallest screen shows; a snapshot has no further ones. */
export const SNAPSHOT_CHATS = 24

const rowsOf = ({ chats, profiles }: CallAnswer<'chats.get'>) => {
  const people = new Map(profiles.map((profile) => [profile.id, profile]))
  return chats.map(
    ({ conversation, profile, last_message, num_unread_messages, closed, waiting = null, incoming_at = null }) => ({
      conversation,
      last_message,
      num_unread_messages,
      incoming_at,
      rest: [closed, waiting, personOf(people.get(profile))],
    }),
  )
}

const SHOWN = {
  'chats.get': (answer: CallAnswer<'chats.get'>) => rowsOf(answer).slice(0, SNAPSHOT_CHATS),
  'messages.list': ({
    chat,
    profile,
    messages,
    waiting = [],
    incoming_at = null,
    older_hidden,
  }: CallAnswer<'messages.list'>) => ({
    messages,
    incoming_at,
    rest: [waiting, chat?.closed ?? null, older_hidden, personOf(profile)],
  }),
  'members.search': ({ results }: CallAnswer<'members.search'>) => results.map(personOf),
}

/** The calls whose answers the screens with snapshots show. */
export type SnapshotCall = keyof typeof SHOWN

type ShownParts = { [Name in SnapshotCall]: ReturnType<(typeof SHOWN)[Name]> }

/**
 * Functions that find the messages which a snapshot shows and the current answer does not; they return null if anything else in the
 * snapshot is no longer true.
 */
const EARLIER: {
  [Name in SnapshotCall]: (shown: ShownParts[Name], answer: CallAnswer<Name>) => Message[] | null
} = {
  'chats.get': (rows, answer) => {
    const current = new Map(rowsOf(answer).map((row) => [row.conversation, row]))
    const replaced: Message[] = []
    for (const row of rows) {
      const now = current.get(row.conversation)
      if (!now || !isSame(row.rest, now.rest) || !isIncoming(row, now)) return null
      if (row.last_message === null || isSame(row.last_message, now.last_message)) continue
      if (now.last_message === null || now.last_message.id < row.last_message.id) return null
      replaced.push(row.last_message)
    }
    return replaced
  },
  'messages.list': (shown, answer) => {
    const now = SHOWN['messages.list'](answer)
    if (!isSame(shown.rest, now.rest) || !isIncoming(shown, now)) return null
    const current = new Map(now.messages.map((message) => [message.id, message]))
    return shown.messages.filter((message) => !isSame(message, current.get(message.id)))
  },
  'members.search': () => null,
}

/** The note that a message is to come, if the snapshot shows it, must be so still. */
const isIncoming = (shown: { incoming_at: number | null }, now: { incoming_at: number | null }): boolean =>
  shown.incoming_at === null || shown.incoming_at === now.incoming_at

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The files that a start announces, so that they load beside the shell's. */
export type StartFiles = {
  /** The files of a screen beside the shell's, and whether it uses texts beyond the first ones. */
  screens: Record<SnapshotCall, { scripts: readonly string[]; sheets: readonly string[]; allTexts: boolean }>
  /** The texts of a language beyond the first ones. */
  texts: Record<Locale, string>
}

export const isSnapshotCall = (name: string): name is SnapshotCall => name in SHOWN

/** @param me the bars show the member's own name and photo */
export const snapshotTag = <Name extends SnapshotCall>(name: Name, answer: CallAnswer<Name>, me: User): string => {
  // The entry of a call takes the answer of that call.
  const shown = SHOWN[name] as (answer: CallAnswer<Name>) => unknown
  return JSON.stringify([name, mine(me), shown(answer)])
}

/**
 * @param tag of the snapshot, made by this version of the app for the same call
 * @returns the messages that the snapshot shows and the answer does not: it may be shown if the device has them unchanged. Null if it may not.
 */
export const messagesShownBefore = <Name extends SnapshotCall>(
  tag: string,
  name: Name,
  answer: CallAnswer<Name>,
  me: User,
): Message[] | null => {
  const [tagName, member, shown] = JSON.parse(tag) as [SnapshotCall, unknown, ShownParts[Name]]
  return tagName === name && isSame(member, mine(me)) ? EARLIER[name](shown, answer) : null
}

const mine = (me: User): unknown => personOf({ ...me.profile, id: me.id })

type Person = Pick<ProfileCard, 'id' | 'name' | 'main_image'> & Partial<Pick<ProfileCard, 'age' | 'exists' | 'city'>>

/** Presence is left out: it changes all the time, and no snapshot shows it [PWA-16]. */
const personOf = (person: Person | undefined): unknown =>
  person && [
    person.id,
    person.name,
    person.age ?? null,
    person.city ?? null,
    person.exists ?? null,
    person.main_image?.id ?? null,
    person.main_image?.locked ?? null,
  ]
