/** Parses the commands of the desk: the words after `npm run desk --`. */
import { PHOTO_REASONS, type PhotoReason } from '../../contract/entities/photo.ts'
import { REPORT_REASONS, type ReportReason } from '../../contract/entities/safety.ts'
import { LETTER_MIN } from '../../contract/limits.ts'
import { commandLine, noMoreWords, NotACommand, oneOf } from '../cli.ts'
import type { SanctionKind } from '../../server/areas/safety/desk.ts'

/** `as` is the mail after `--as`. */
export type Command = Words & { as: string | undefined }

type Words =
  | { do: 'list' }
  | { do: 'photo show' | 'photo approve' | 'letter show' | 'member release'; id: number }
  | { do: 'photo reject'; id: number; reason: PhotoReason; note: string }
  | { do: 'decision list'; by: string | null; since: number }
  | { do: 'decision lift'; by: string | null; since: number; reason: string }
  | { do: 'flag list' }
  | { do: 'flag release'; id: number }
  | { do: 'flag reject'; id: number; reason: ReportReason; note: string }
  | { do: 'letter answer'; id: number; upheld: boolean; text: string }
  | { do: SanctionCommand; id: number; days: number | null; reason: ReportReason; note: string }
  | { do: 'announce check' | 'announce send'; file: string }
  | { do: 'announce stop'; announcement: string }
  | { do: 'fictional list' }
  | { do: 'fictional pause' | 'fictional resume'; id: number; reason: string }
  | { do: 'block' | 'unblock'; payer: 'iban' | 'phone'; written: string }

/** The commands that sanction a member, and the kind of decision of each. */
export const SANCTION_COMMANDS = {
  'member warn': 'warned',
  'member mute': 'muted',
  'member restrict': 'profile_restricted',
  'member suspend': 'suspended',
  'member ban': 'banned',
} as const satisfies Record<string, SanctionKind>
type SanctionCommand = keyof typeof SANCTION_COMMANDS

export const HELP = `npm run desk                                    what waits: photos and letters, the oldest first
npm run desk -- photo show ID                   whose it is, and a copy of it to look at
npm run desk -- photo approve ID                others see it
npm run desk -- photo reject ID REASON [note]   its owner alone sees it, with the reason, and can appeal
npm run desk -- letter show ID                  a complaint, report or appeal, and what it is about
npm run desk -- letter answer ID upheld|dismissed [text]
                                                mails the answer; a complaint and a notice need a text, and an upheld
                                                appeal takes the decision back
npm run desk -- flag list                       findings of the automatic checks, the most severe first
npm run desk -- flag release ID                 nothing was wrong; a held message is delivered
npm run desk -- flag reject ID REASON [note]    a held message is never delivered, its credits come back, and its sender
                                                reads the reason
npm run desk -- member warn ID REASON NOTE      without effect; the member reads why, like of all that follow
npm run desk -- member mute ID [DAYS] REASON NOTE
                                                cannot begin new conversations
npm run desk -- member restrict ID [DAYS] REASON NOTE
                                                is found by nobody and contacts nobody
npm run desk -- member suspend ID DAYS REASON NOTE
                                                keeps only the right to log in, appeal, export and delete
npm run desk -- member ban ID REASON NOTE       the same, without an end
npm run desk -- member release ID               lifts all of them; the member gets a mail
npm run desk -- decision list MAIL SINCE        all in force that this colleague has decided since then, such as
                                                2026-11-27T14:00Z; “checks” instead of MAIL: the automatic checks
npm run desk -- decision lift MAIL SINCE REASON lifts them all. Each member gets a mail
npm run desk -- fictional list                  fictional profiles with their state and their messages of 30 days
npm run desk -- fictional pause ID REASON       nobody finds it or writes to it; credits of waiting messages go back
npm run desk -- fictional resume ID REASON
npm run desk -- block-iban IBAN                 nothing is debited from this account any more
npm run desk -- block-phone +NUMBER             nor confirmed with this phone
npm run desk -- unblock-iban IBAN
npm run desk -- unblock-phone +NUMBER           take that back
npm run desk -- announce check FILE.json        news, an offer or a service notice in all languages: what it lacks, and how many members would get it
npm run desk -- announce send FILE.json         sends it once, to the members who want such; docs/push.md describes the file
npm run desk -- announce stop ID                members who have not received it get nothing any more
… --as MAIL                                     the staff account that acts; else DESK_STAFF

Reasons for photos:   ${PHOTO_REASONS.join(', ')}
Reasons for members:  ${REPORT_REASONS.join(', ')}

Notes and answers are read by the member or the sender: write to them, in the letter’s language. \\n begins a new line.
The audit keeps each act and each look into a conversation, an address or a photo. It works on the database of DATA_DIR or DATABASE_URL, also while the server runs. Open apps hear of it at their next refresh (within 5 minutes).`

export const commandFrom = (args: readonly string[]): Command => {
  const { words, options } = commandLine(args, ['as'])
  return { ...wordsFrom(words), as: options.as }
}

/** The number of words of the commands that end without a text. */
const WORDS_MAX: Record<string, number> = {
  'photo show': 3,
  'photo approve': 3,
  'letter show': 3,
  'member release': 3,
  'announce check': 3,
  'announce send': 3,
  'announce stop': 3,
  'decision list': 4,
  'flag list': 2,
  'flag release': 3,
  'fictional list': 2,
}

const wordsFrom = (words: readonly string[]): Words => {
  const [what, verb, id, word, ...note] = words
  if (what === undefined) return { do: 'list' }
  const payer = /^(un)?block-(iban|phone)$/.exec(what)
  if (payer) return payerCommand(payer[1] === undefined ? 'block' : 'unblock', payer[2], words.slice(1).join(' '))
  const name = `${what} ${verb ?? ''}`.trim()
  if (name in WORDS_MAX) noMoreWords(words.slice(WORDS_MAX[name]))
  switch (name) {
    case 'photo show':
    case 'photo approve':
    case 'letter show':
    case 'member release':
      return { do: name, id: idFrom(id) }
    case 'announce check':
    case 'announce send':
      return { do: name, file: given(id, 'file') }
    case 'announce stop':
      return { do: name, announcement: given(id, 'announcement') }
    case 'decision list':
      return { do: name, by: byFrom(id), since: timeFrom(word) }
    case 'decision lift':
      return { do: name, by: byFrom(id), since: timeFrom(word), reason: reasonFrom(note) }
    case 'flag list':
    case 'fictional list':
      return { do: name }
    case 'fictional pause':
    case 'fictional resume':
      return { do: name, id: idFrom(id), reason: reasonFrom([word ?? '', ...note]) }
    case 'flag release':
      return { do: name, id: idFrom(id) }
    case 'flag reject':
      return { do: name, id: idFrom(id), reason: oneOf(REPORT_REASONS, word), note: note.join(' ') }
    case 'photo reject':
      return { do: name, id: idFrom(id), reason: oneOf(PHOTO_REASONS, word), note: note.join(' ') }
    case 'member warn':
    case 'member mute':
    case 'member restrict':
    case 'member suspend':
    case 'member ban':
      return sanctionCommand(name, id, [word ?? '', ...note])
    case 'letter answer':
      return {
        do: name,
        id: idFrom(id),
        upheld: oneOf(['upheld', 'dismissed'] as const, word) === 'upheld',
        text: note
          .join(' ')
          .replaceAll(String.raw`\n`, '\n')
          .trim(),
      }
    default:
      throw new NotACommand(`There is no “${name}”.`)
  }
}

const sanctionCommand = (name: SanctionCommand, id: string | undefined, words: readonly string[]): Words => {
  const days = /^[1-9]\d{0,3}$/.test(words[0] ?? '') ? Number(words[0]) : null
  if (name === 'member suspend' && days === null) throw new NotACommand('For how many days? A ban has no end.')
  if ((name === 'member ban' || name === 'member warn') && days !== null)
    throw new NotACommand(`“${name}” has no end: leave the days out.`)
  const [reason, ...note] = days === null ? words : words.slice(1)
  // The law asks for the facts of a decision (DSA, art. 17): a reason alone is a category.
  if (note.join('').trim() === '') throw new NotACommand('On which facts? The member reads them: write a note.')
  return { do: name, id: idFrom(id), days, reason: oneOf(REPORT_REASONS, reason), note: note.join(' ') }
}

/** @param written the account or phone number, with the blanks that it was copied with */
const payerCommand = (verb: 'block' | 'unblock', kind: string | undefined, written: string): Words => {
  if (written === '') throw new NotACommand(`Which ${kind === 'iban' ? 'IBAN' : 'phone'}?`)
  return { do: verb, payer: kind === 'iban' ? 'iban' : 'phone', written }
}

/** The reason for the audit, with the same minimum length as at the desk. */
const reasonFrom = (words: readonly string[]): string => {
  const reason = words.join(' ').trim()
  if (reason.length < LETTER_MIN) throw new NotACommand(`Why? At least ${LETTER_MIN} characters, for the audit.`)
  return reason
}

/** @returns the mail of a colleague, or null for the automatic checks */
const byFrom = (word: string | undefined): string | null =>
  given(word, 'colleague') === 'checks' ? null : given(word, 'colleague')

/** A zone is necessary: without one it would be the time of the machine. @returns ms since the epoch */
const timeFrom = (word: string | undefined): number => {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(word ?? '')
    ? Date.parse(word ?? '')
    : Number.NaN
  if (Number.isNaN(time)) throw new NotACommand(`Since when? “${word ?? ''}” is no time such as 2026-11-27T14:00Z.`)
  return time
}

const given = (word: string | undefined, what: string): string => {
  if (word === undefined) throw new NotACommand(`Which ${what}?`)
  return word
}

/** A number, plain or in the form of a receipt: R-000123. */
const idFrom = (text: string | undefined): number => {
  const digits = /^(?:[CRAN]-0*)?([1-9]\d{0,14})$/i.exec(text ?? '')?.[1]
  if (digits === undefined) throw new NotACommand(`“${text ?? ''}” is not the number of anything.`)
  return Number(digits)
}
