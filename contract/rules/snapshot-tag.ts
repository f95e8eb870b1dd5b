/**
 * A snapshot is the markup of a screen, stored for the next start of the app. Its tag says what the markup shows. The page
 * makes the tag of what it has rendered, and the worker makes the tag of what the device holds now: only if both are
 * equal may the snapshot be shown, so nothing that was deleted, blocked or withdrawn appears again [PWA-17].
 */
import type { CallAnswer } from '../calls.ts'
import type { ProfileCard } from '../entities/profile.ts'
import type { User } from '../entities/user.ts'
import type { Locale } from '../locales.ts'

/** More conversations than the tallest screen shows; a snapshot has no further ones. */
export const SNAPSHOT_CHATS = 24

const SHOWN = {
  'chats.get': ({ chats, profiles }: CallAnswer<'chats.get'>) =>
    chats
      .slice(0, SNAPSHOT_CHATS)
      .map(({ conversation, profile, last_message, num_unread_messages, closed, waiting, incoming_at }) => [
        conversation,
        last_message,
        num_unread_messages,
        closed,
        waiting ?? null,
        incoming_at ?? null,
        personOf(profiles.find(({ id }) => id === profile)),
      ]),
  'messages.list': ({
    chat,
    profile,
    messages,
    waiting = [],
    incoming_at,
    older_hidden,
  }: CallAnswer<'messages.list'>) => [
    messages,
    waiting,
    chat?.closed ?? null,
    incoming_at ?? null,
    older_hidden,
    personOf(profile),
  ],
  'members.search': ({ results }: CallAnswer<'members.search'>) => results.map(personOf),
}

/** The calls whose answers the screens with snapshots show. */
export type SnapshotCall = keyof typeof SHOWN

/** The files that a start from a snapshot announces, so that they load beside the shell's script. */
export type StartScripts = {
  /** The scripts of a screen beside the shell's, and whether it uses texts beyond the first ones. */
  screens: Record<SnapshotCall, { files: readonly string[]; allTexts: boolean }>
  /** The texts of a language beyond the first ones. */
  texts: Record<Locale, string>
}

export const isSnapshotCall = (name: string): name is SnapshotCall => name in SHOWN

/** @param me the bars show the member's own name and photo */
export const snapshotTag = <Name extends SnapshotCall>(name: Name, answer: CallAnswer<Name>, me: User): string => {
  // The entry of a call takes the answer of that call.
  const shown = SHOWN[name] as (answer: CallAnswer<Name>) => unknown
  return JSON.stringify([name, personOf({ ...me.profile, id: me.id }), shown(answer)])
}

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
