/** The conversations a shared item can go to, the one with the latest message first. */
import type { Chat } from '#contract/entities/chat.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { plainName } from '../../state/plain-names.ts'

export type Recent = { conversation: string; profile: ProfileCard }

export const recentOf = (chats: readonly Chat[], profiles: readonly ProfileCard[]): Recent[] => {
  const profileOf = new Map(profiles.map((profile) => [profile.id, profile]))
  return chats
    .filter(({ closed }) => closed === null)
    .toSorted((one, other) => lastOf(other) - lastOf(one))
    .flatMap(({ conversation, profile: id }) => {
      const profile = profileOf.get(id)
      return profile ? [{ conversation, profile }] : []
    })
}

/** Filters by name, ignoring accents and case. */
export const named = (recent: readonly Recent[], typed: string): readonly Recent[] => {
  const wanted = plainName(typed).trim()
  return wanted === '' ? recent : recent.filter(({ profile }) => plainName(profile.name).includes(wanted))
}

/** Appends the shared text to the draft: neither replaces the other. A second try finds the text there. */
export const appended = (draft: string, words: string): string =>
  draft.trim() === '' ? words : words === '' || `\n${draft}`.endsWith(`\n${words}`) ? draft : `${draft}\n${words}`

const lastOf = ({ last_message, waiting }: Chat): number => Math.max(last_message?.sent_at ?? 0, waiting?.sent_at ?? 0)
