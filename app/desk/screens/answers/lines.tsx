/** The messages of a conversation with a fictional profile; the profile's own are at the end of the line. */
import { useSignals } from '@preact/signals-react/runtime'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import { now } from '../../clock.ts'
import { whenText } from '../../format.ts'
import { t } from '../../texts.ts'
import styles from './answers.module.css'

type Props = { lines: DeskAnswer<'answers.open'>['lines']; profile: string; member: string }

export const Lines = ({ lines, profile, member }: Props) => {
  useSignals()
  return (
    // A box that scrolls must be reachable by keyboard.
    <ol className={styles['lines']} tabIndex={0}>
      {lines.map((line) => (
        <li key={line.id} className={line.is_member ? styles['member'] : styles['own']}>
          <span className="muted">
            {line.is_member ? member : profile} · {whenText(line.at, now.value)}
          </span>
          <p dir="auto">{wordsOf(line)}</p>
        </li>
      ))}
    </ol>
  )
}

/** A kind without words here does not compile. */
const wordsOf = ({ type, text }: Props['lines'][number]): string => {
  switch (type) {
    case 'text':
      return text
    case 'gift':
      return t('answers.gift')
    case 'photo':
      return t('answers.photo')
  }
}
