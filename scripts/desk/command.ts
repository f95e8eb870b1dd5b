/** Parses the commands of the desk: the words after `npm run desk --`. */
import { PHOTO_REASONS, type PhotoReason } from '../../contract/entities/photo.ts'
import { REPORT_REASONS, type ReportReason } from '../../contract/entities/safety.ts'
import { isHelp, NotACommand, oneOf } from '../cli.ts'

export type Command =
  | { do: 'list' | 'help' }
  | { do: 'photo show' | 'photo approve' | 'letter show' | 'member release'; id: number }
  | { do: 'photo reject'; id: number; reason: PhotoReason; note: string }
  | { do: 'letter answer'; id: number; upheld: boolean; text: string }
  | { do: 'member restrict'; id: number; reason: ReportReason; note: string }
  | { do: 'announce check' | 'announce send'; file: string }
  | { do: 'announce stop'; announcement: string }
  | { do: 'block' | 'unblock'; payer: 'iban' | 'phone'; written: string }

export const HELP = `npm run desk                                    what waits: photos and letters, the oldest first
npm run desk -- photo show ID                   whose it is, and a copy of it to look at
npm run desk -- photo approve ID                others see it
npm run desk -- photo reject ID REASON [note]   its owner alone sees it, with the reason, and can appeal
npm run desk -- letter show ID                  a complaint, report or appeal, and what it is about
npm run desk -- letter answer ID upheld|dismissed [text]
                                                mails the answer; a complaint and a notice need a text, and an upheld
                                                appeal takes the decision back
npm run desk -- member restrict ID REASON [note]
                                                found by nobody; the member reads why, and can appeal
npm run desk -- member release ID               takes that back
npm run desk -- block-iban IBAN                 nothing is debited from this account any more
npm run desk -- block-phone +NUMBER             nor confirmed with this phone
npm run desk -- unblock-iban IBAN
npm run desk -- unblock-phone +NUMBER           take that back
npm run desk -- announce check FILE.json        news or an offer in all languages: is it whole, and whom would it reach
npm run desk -- announce send FILE.json         to who asked for such, once; what it looks like: docs/push.md
npm run desk -- announce stop ID                whoever was not told yet is not told any more

Reasons for photos:   ${PHOTO_REASONS.join(', ')}
Reasons for members:  ${REPORT_REASONS.join(', ')}

Notes and answers are read by the member or the sender: write to them, in the letter’s language. \\n begins a new line.
It works on DATA_DIR, also while the server runs. Open apps hear of it at their next refresh (within 5 minutes).`

export const commandFrom = (words: readonly string[]): Command => {
  const [what, verb, id, word, ...note] = words
  if (what === undefined) return { do: 'list' }
  if (isHelp(what)) return { do: 'help' }
  const payer = /^(un)?block-(iban|phone)$/.exec(what)
  if (payer) return payerCommand(payer[1] === undefined ? 'block' : 'unblock', payer[2], words.slice(1).join(' '))
  const name = `${what} ${verb ?? ''}`.trim()
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
    case 'photo reject':
      return { do: name, id: idFrom(id), reason: oneOf(PHOTO_REASONS, word), note: note.join(' ') }
    case 'member restrict':
      return { do: name, id: idFrom(id), reason: oneOf(REPORT_REASONS, word), note: note.join(' ') }
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

/** Accounts and numbers are copied with the blanks they are written with. */
const payerCommand = (verb: 'block' | 'unblock', kind: string | undefined, written: string): Command => {
  if (written === '') throw new NotACommand(`Which ${kind === 'iban' ? 'IBAN' : 'phone'}?`)
  return { do: verb, payer: kind === 'iban' ? 'iban' : 'phone', written }
}

const given = (word: string | undefined, what: string): string => {
  if (word === undefined) throw new NotACommand(`Which ${what}?`)
  return word
}

/** A number, or one as receipts write it: R-000123. */
const idFrom = (text: string | undefined): number => {
  const digits = /^(?:[CRAN]-0*)?([1-9]\d{0,14})$/i.exec(text ?? '')?.[1]
  if (digits === undefined) throw new NotACommand(`“${text ?? ''}” is not the number of anything.`)
  return Number(digits)
}
