/** The subject of a row in the desk's queue: one member, a member's money, a group of letters with one text, or all waiting photos. */
import * as v from 'valibot'

/** `member:12` · `money:12` · `letters:<group>` or `letters:<number>` for letters without a member · `photos` */
export const Subject = v.pipe(
  v.string(),
  v.regex(/^(?:(?:member|money):[1-9]\d{0,15}|letters:[\w-]{1,64}|photos)$/, 'invalid'),
)

export const PHOTOS_SUBJECT = 'photos'

/** The subject of all items about a member. */
export const memberSubject = (member: number): string => `member:${member}`

/** @returns the member of the subject, or null */
export const memberOf = (subject: string): number | null =>
  subject.startsWith('member:') ? Number(subject.slice('member:'.length)) : null

/** @returns the group or the number of a letter, or null */
export const lettersOf = (subject: string): string | null =>
  subject.startsWith('letters:') ? subject.slice('letters:'.length) : null

/** Money has a subject of its own: other roles work on it, and a claim on it must not close the member's case. */
export const moneySubject = (member: number): string => `money:${member}`

/** @returns the member whose money it is, or null */
export const moneyOf = (subject: string): number | null =>
  subject.startsWith('money:') ? Number(subject.slice('money:'.length)) : null
