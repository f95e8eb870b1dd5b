/** The subject of a row in the desk's queue: one member, a member's money, a group of letters with one text, or all waiting photos. */
import * as v from 'valibot'

/** `member:12` · `money:12` · `letters:<group>` or `letters:<number>` for letters without a member · `photos` */
export const Subject = v.pipe(
  v.string(),
  v.regex(/^(?:(?:member|money):[1-9]\d{0,15}|letters:[\w-]{1,64}|photos)$/, 'invalid'),
)

export const PHOTOS_SUBJECT = 'photos'

/** The part behind a prefix, or null for a subject of another kind. */
const behind = (prefix: string, subject: string): string | null =>
  subject.startsWith(prefix) ? subject.slice(prefix.length) : null

const numberBehind = (prefix: string, subject: string): number | null => {
  const number = behind(prefix, subject)
  return number === null ? null : Number(number)
}

/** The subject of all items about a member. */
export const memberSubject = (member: number): string => `member:${member}`
/** @returns the member of the subject, or null */
export const memberOf = (subject: string): number | null => numberBehind('member:', subject)

/** The subject of letters with one text, or of one letter. @param group the hash of the text, or the letter's number */
export const lettersSubject = (group: string): string => `letters:${group}`
/** @returns the group or the number of a letter, or null */
export const lettersOf = (subject: string): string | null => behind('letters:', subject)

/** Money has a subject of its own: other roles work on it, and a claim on it must not close the member's case. */
export const moneySubject = (member: number): string => `money:${member}`
/** @returns the member whose money it is, or null */
export const moneyOf = (subject: string): number | null => numberBehind('money:', subject)
