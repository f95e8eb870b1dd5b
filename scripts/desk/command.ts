/** What the desk can be asked to do, read from the words behind `npm run desk --`. */
import { PHOTO_REASONS, type PhotoReason } from '../../contract/entities/photo.ts'
import { REPORT_REASONS, type ReportReason } from '../../contract/entities/safety.ts'

export type Command =
  | { do: 'list' | 'help' }
  | { do: 'photo show' | 'photo approve' | 'letter show' | 'member release'; id: number }
  | { do: 'photo reject'; id: number; reason: PhotoReason; note: string }
  | { do: 'letter answer'; id: number; upheld: boolean }
  | { do: 'member restrict'; id: number; reason: ReportReason; note: string }

export const HELP = `npm run desk                                    what waits: photos and letters, the oldest first
npm run desk -- photo show ID                   whose it is, and a copy of it to look at
npm run desk -- photo approve ID                others see it
npm run desk -- photo reject ID REASON [note]   its owner alone sees it, with the reason, and can appeal
npm run desk -- letter show ID                  a complaint, report or appeal, and what it is about
npm run desk -- letter answer ID upheld|dismissed
                                                an upheld appeal takes the decision back
npm run desk -- member restrict ID REASON [note]
                                                found by nobody; the member reads why, and can appeal
npm run desk -- member release ID               takes that back

Reasons for photos:   ${PHOTO_REASONS.join(', ')}
Reasons for members:  ${REPORT_REASONS.join(', ')}

The note is read by the member: write it to them, in their language.
It works on DATA_DIR, also while the server runs. Open apps hear of it at their next refresh (within 5 minutes).`

export class NotACommand extends Error {}

export const commandFrom = ([what, verb, id, word, ...note]: readonly string[]): Command => {
  if (what === undefined) return { do: 'list' }
  if (what === 'help' || what === '--help' || what === '-h') return { do: 'help' }
  const name = `${what} ${verb ?? ''}`.trim()
  switch (name) {
    case 'photo show':
    case 'photo approve':
    case 'letter show':
    case 'member release':
      return { do: name, id: idFrom(id) }
    case 'photo reject':
      return { do: name, id: idFrom(id), reason: oneOf(PHOTO_REASONS, word), note: note.join(' ') }
    case 'member restrict':
      return { do: name, id: idFrom(id), reason: oneOf(REPORT_REASONS, word), note: note.join(' ') }
    case 'letter answer':
      return { do: name, id: idFrom(id), upheld: oneOf(['upheld', 'dismissed'] as const, word) === 'upheld' }
    default:
      throw new NotACommand(`There is no “${name}”.`)
  }
}

/** A number, or one as receipts write it: R-000123. */
const idFrom = (text: string | undefined): number => {
  const digits = /^(?:[CRA]-0*)?([1-9]\d{0,14})$/i.exec(text ?? '')?.[1]
  if (digits === undefined) throw new NotACommand(`“${text ?? ''}” is not the number of anything.`)
  return Number(digits)
}

const oneOf = <Word extends string>(words: readonly Word[], word: string | undefined): Word => {
  const found = words.find((one) => one === word)
  if (found === undefined) throw new NotACommand(`“${word ?? ''}” is none of: ${words.join(', ')}.`)
  return found
}
