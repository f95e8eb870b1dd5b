/** Says at a few lengths how much room a text has left: a number that a screen reader said at each key would drown the typing. */
import { useState } from 'react'
import { t } from '../state/i18n.ts'

/** The longest first. */
const SPOKEN_AT = [100, 50, 20, 10, 0]

/** The length at which the room was last said; null before the first one, -1 for a text that is too long. */
const stepOf = (left: number): number | null => (left < 0 ? -1 : (SPOKEN_AT.findLast((step) => left <= step) ?? null))

type Props = {
  /** The characters left, negative for a text that is too long; null far from the end. */
  left: number | null
  /** How many times the member has tried to send the text that is too long: the counter alone shows why nothing happens. */
  refusals?: number
}

export const SpokenLength = ({ left, refusals = 0 }: Props) => {
  const step = left === null ? null : stepOf(left)
  const [said, setSaid] = useState({ step, left })
  if (said.step !== step) setSaid({ step, left })
  return (
    <>
      <p className="vh" role="status">
        {said.step === null || said.left === null ? null : lengthWords(said.left)}
      </p>
      {refusals > 0 && left !== null ? (
        <p key={refusals} className="vh" role="alert">
          {lengthWords(left)}
        </p>
      ) : null}
    </>
  )
}

/** The room that is left, or by how much a text is too long. */
export const lengthWords = (left: number): string =>
  left < 0 ? t('ui.tooLong', { count: -left }) : t('ui.lengthLeft', { count: left })
