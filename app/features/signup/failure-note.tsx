import { useEffect, useRef, type ReactNode } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { errorText } from '../../state/error-text.ts'
import { Note } from '../../ui/note.tsx'
import styles from './signup.module.css'

type Props = { failure: ErrorBody | null; /** Replaces the error's own text. */ children?: ReactNode }

/** The reason why a step could not be saved, scrolled into view. Typed and chosen values stay. */
export const FailureNote = ({ failure, children }: Props) => {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) note.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  if (failure === null) return null
  return (
    <div ref={note} className={styles['failure']}>
      <Note tone="bad" role="alert">
        {children ?? <p>{errorText(failure)}</p>}
      </Note>
    </div>
  )
}
