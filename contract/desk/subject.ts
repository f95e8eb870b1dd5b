/** The subject of a row in the desk's queue: one member, a group of letters with one text, or all waiting photos. */
import * as v from 'valibot'

/** `member:12` · `letters:<group>` or `letters:<number>` for letters without a member · `photos` */
export const Subject = v.pipe(v.string(), v.regex(/^(?:member:[1-9]\d{0,15}|letters:[\w-]{1,64}|photos)$/, 'invalid'))

export const PHOTOS_SUBJECT = 'photos'

export const memberSubject = (member: number): string => `member:${member}`

/** @returns the member of the subject, or null */
export const memberOf = (subject: string): number | null =>
  subject.startsWith('member:') ? Number(subject.slice('member:'.length)) : null

/** @returns the group or the number of a letter, or null */
export const lettersOf = (subject: string): string | null =>
  subject.startsWith('letters:') ? subject.slice('letters:'.length) : null
