/** The state of a desk form: busy while it is sent, then done or refused. A refused form keeps its text. */
import { useState, type FormEvent } from 'react'
import { Note } from '../../ui/note.tsx'
import type { Failure } from '../calls.ts'
import { failureText } from '../failure-text.ts'
import { tCode } from '../texts.ts'

type DeskForm = { busy: boolean; failure: Failure | null; submit: (event: FormEvent<HTMLFormElement>) => void }

/** @param send returns why the form was refused, or null */
export const useDeskForm = (send: (data: FormData) => Promise<Failure | null>): DeskForm => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = async (data: FormData): Promise<void> => {
    setBusy(true)
    setFailure(null)
    setFailure(await send(data))
    setBusy(false)
  }
  return {
    busy,
    failure,
    submit: (event) => {
      event.preventDefault()
      if (!busy) void run(new FormData(event.currentTarget))
    },
  }
}

/** The text of a refused field, or undefined. */
export const fieldText = (failure: Failure | null, field: string): string | undefined => {
  const code = failure !== null && 'fields' in failure ? failure.fields?.[field] : undefined
  return code === undefined ? undefined : tCode('field', code)
}

/** The reason for a refused form, unless a field shows it. */
export const FailureNote = ({ failure }: { failure: Failure | null }) =>
  failure === null || 'fields' in failure ? null : (
    <Note tone="bad" role="alert">
      <p>{failureText(failure)}</p>
    </Note>
  )
