/**
 * Facts that the daily round mails and pushes: likes and messages in numbers, fictional profiles counted separately [SAFE-7], and the
 * parts of signup or profile that a member has not finished [PWA-5].
 */
import { DAY_MS } from '#contract/limits.ts'
import { missingOf, type ProfilePart } from '#contract/rules/completeness.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import type { Deps } from '../deps.ts'
import { serverCount, type ServerCountKey } from '../texts.ts'
import { userOf } from '../areas/account/user-view.ts'

type LineCount = { count: number; fictional: boolean }

/** One line counts people, one counts fictional profiles; a line that would count none is left out. */
export const roundLines = (
  language: string,
  counted: readonly LineCount[],
  ofPeople: ServerCountKey,
  ofFictional: ServerCountKey,
): string[] =>
  [
    { key: ofPeople, areFictional: false },
    { key: ofFictional, areFictional: true },
  ].flatMap(({ key, areFictional }) => {
    const total = counted.reduce((sum, { count, fictional }) => (fictional === areFictional ? sum + count : sum), 0)
    return total > 0 ? [serverCount(language, key, total)] : []
  })

/** New likes of the last seven days and all unread messages. `path` leads to the likes, or without new likes to the chats. */
export const weekLines = async (
  { read, now }: Pick<Deps, 'read' | 'now'>,
  { id, language }: Pick<PersonRow, 'id' | 'language'>,
): Promise<{ lines: string[]; path: string }> => {
  const likes = await read.notices.newLikes(id, now() - 7 * DAY_MS)
  const unread = await read.notices.unreadBy(id, now())
  return {
    lines: [
      ...roundLines(language, likes, 'mail.weekly.likes', 'mail.weekly.likes_fictional'),
      ...roundLines(language, unread, 'mail.weekly.unread', 'mail.weekly.unread_fictional'),
    ],
    path: likes.length > 0 ? '/likes' : '/chats',
  }
}

/** Signup comes before the profile, because its steps fill in the profile. */
export type UnfinishedTask = { what: 'signup' } | { what: 'profile'; parts: ProfilePart[] }

/** @returns null if nothing is missing */
export const unfinishedOf = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  member: number,
): Promise<UnfinishedTask | null> => {
  const user = await userOf(read, member, now(), settings())
  if (!user) return null
  if (user.settings.signup_step !== null) return { what: 'signup' }
  const parts = missingOf(user.profile)
  return parts.length > 0 ? { what: 'profile', parts } : null
}
