/** The saving state shared by the profile steps: busy, field errors, or a failure of the whole step. */
import { useState } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { NO_REFUSALS, refusalsOf, type Refusals } from '../profile-fields/refusals.ts'

export const useSaving = (onSaved: () => void) => {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Refusals>(NO_REFUSALS)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  /** Runs the saves in order until one is refused. */
  const save = async (...saves: (() => Promise<ErrorBody | null>)[]): Promise<void> => {
    setBusy(true)
    setErrors(NO_REFUSALS)
    setFailure(null)
    const refused = await firstRefusal(saves)
    setBusy(false)
    if (refused === null) return onSaved()
    const fields = refusalsOf(refused)
    if (Object.keys(fields).length > 0) setErrors(fields)
    else setFailure(refused)
    return undefined
  }
  return { busy, errors, setErrors, failure, save }
}

const firstRefusal = async (saves: (() => Promise<ErrorBody | null>)[]): Promise<ErrorBody | null> => {
  for (const save of saves) {
    // In order, because sensitive data needs the consent saved before it [ACC-18].
    const refused = await save()
    if (refused !== null) return refused
  }
  return null
}
