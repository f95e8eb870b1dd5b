/** Calls that a button or a form starts: busy until they have ended, then done or refused. */
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import type { ErrorBody } from '#contract/errors.ts'

type Action<Args extends unknown[]> = {
  busy: boolean
  failure: ErrorBody | null
  run: (...args: Args) => Promise<void>
}

/** @param act returns the refusal, which shows until the next run; nothing on success */
export const useAction = <Args extends unknown[]>(
  act: (...args: Args) => Promise<ErrorBody | null | undefined | void>,
): Action<Args> => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  const run = async (...args: Args): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const refusal = await act(...args)
    setBusy(false)
    setFailure(refusal ?? null)
  }
  return { busy, failure, run }
}

type Form = Omit<Action<never>, 'run'> & {
  ref: RefObject<HTMLFormElement | null>
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** @param send returns the refusal, or null on success; read the form's fields with `textOf` */
export const useForm = (send: (data: FormData) => Promise<ErrorBody | null>): Form => {
  const ref = useRef<HTMLFormElement>(null)
  const { busy, failure, run } = useAction(send)
  // Once the field has its reason, so that a screen reader reads both.
  useEffect(() => {
    if (failure?.fields) focusFirst(ref.current, Object.keys(failure.fields))
    // A screen may show the refusal of a whole form at a field, such as an unknown address.
    else if (failure) ref.current?.querySelector<HTMLElement>(INVALID)?.focus()
  }, [failure])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // A second submit button adds its own name and value.
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!busy && !refusesTooLong(event.currentTarget)) void run(new FormData(event.currentTarget, submitter))
  }
  return { ref, busy, failure, submit }
}

const INVALID = ':is(input, select, textarea)[aria-invalid=true], [role=radiogroup][aria-invalid=true] input'

/**
 * For a form that checks its fields itself: moves the focus to the first invalid one, so that it is read out and in view.
 * @returns call it after the check, also if nothing was invalid
 */
export const useInvalidFocus = (form: RefObject<HTMLFormElement | null>): (() => void) => {
  const [checks, setChecks] = useState(0)
  useEffect(() => {
    if (checks === 0) return
    const invalid = form.current?.querySelector<HTMLElement>(INVALID)
    invalid?.focus({ preventScroll: true })
    invalid?.scrollIntoView({ block: 'center' })
  }, [checks, form])
  return () => setChecks((before) => before + 1)
}

/** Moves the focus to a text of the form that is too long (`CountedTextField`); its field shows the reason. @returns whether there is one */
export const refusesTooLong = (form: HTMLFormElement | null): boolean => {
  const field = form?.querySelector<HTMLElement>('[data-too-long]')
  field?.focus()
  return field != null
}

export const textOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

const focusFirst = (form: HTMLFormElement | null, fields: readonly string[]): void => {
  const refused = [...(form?.querySelectorAll<HTMLInputElement>('[name]') ?? [])].find(({ name }) =>
    fields.includes(name),
  )
  refused?.focus()
}
