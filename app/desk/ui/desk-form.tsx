/** The state of a desk form: busy while it is sent, then done or refused. Also texts that were not sent, and ids of requests. */
import { useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { uuidv7 } from '#contract/rules/ids.ts'
import { Note } from '../../ui/note.tsx'
import { textOf, useInvalidFocus } from '../../ui/use-form.ts'
import { failureText, type Failure } from '../calls.ts'
import { now } from '../clock.ts'
import { self } from '../session.ts'
import { tCode } from '../texts.ts'

type DeskForm = { busy: boolean; failure: Failure | null; submit: (event: FormEvent<HTMLFormElement>) => void }

/** @param send returns why the form was refused, or null; the first refused field then has the focus */
export const useDeskForm = (send: (data: FormData) => Promise<Failure | null>): DeskForm => {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const focusInvalid = useInvalidFocus(form)
  const run = async (data: FormData): Promise<void> => {
    setBusy(true)
    setFailure(null)
    setFailure(withMissing(await send(data), data))
    setBusy(false)
    focusInvalid()
  }
  return {
    busy,
    failure,
    submit: (event) => {
      event.preventDefault()
      form.current = event.currentTarget
      const tooLong = event.currentTarget.querySelector<HTMLElement>('[data-too-long]')
      if (tooLong) tooLong.focus()
      else if (!busy) void run(new FormData(event.currentTarget))
    },
  }
}

/** An empty field is missing, whichever rule it breaks first: an amount may be out of range, a name too short. */
const withMissing = (failure: Failure | null, data: FormData): Failure | null => {
  if (failure === null || !('fields' in failure) || failure.fields === undefined) return failure
  const fields = Object.entries(failure.fields).map(([name, code]) => [
    name,
    textOf(data, name).trim() === '' && data.has(name) ? 'required' : code,
  ])
  return { ...failure, fields: Object.fromEntries(fields) }
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

/** A field that was not touched here has what a colleague has saved since, so that two who edit undo nothing of each other. */
export const withNewest = <Form extends object>(typed: Form, begun: Form, newest: Form): Form => {
  const before = new Map<string, unknown>(Object.entries(begun))
  const touched = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  )
  return { ...newest, ...Object.fromEntries(touched) }
}

const unsentTexts = new Map<string, string>()

/**
 * A text that was typed and not sent. It outlives its screen and the login, and belongs to its author and its place.
 * @param place says what the text is about, and is the same when its screen is shown again
 */
export const unsentText = (place: string) => {
  const key = `${self.peek()?.id ?? 0} ${place}`
  return {
    /** Props of the field. */
    field: {
      defaultValue: unsentTexts.get(key) ?? '',
      onChange: ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>): void =>
        void unsentTexts.set(key, currentTarget.value),
    },
    /** Call this once the text was sent or cancelled. */
    drop: (): void => void unsentTexts.delete(key),
  }
}

/** A new id for something that this page sends. */
export const newId = (): string => uuidv7(now.peek(), crypto.getRandomValues(new Uint8Array(10)))

/**
 * One id as long as the content stays the same: a request that is sent again after its answer was lost acts once. A
 * changed content is another request.
 */
export const useRepeatId = (): ((content: string) => string) => {
  const last = useRef<{ content: string; id: string }>(null)
  return (content) => {
    if (last.current?.content !== content) last.current = { content, id: newId() }
    return last.current.id
  }
}
