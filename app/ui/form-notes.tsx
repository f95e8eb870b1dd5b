/**
 * Notes about a whole form: it needs the network or cookies, or it was refused for a reason that belongs to no field.
 */
import { useSignals } from '@preact/signals-react/runtime'
import type { SubmitEvent } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { memberParked } from '../ports/member-here.ts'
import { storesCookies } from '../ports/page.ts'
import { connection, hasParkedDrafts, parkedWrites } from '../state/connection.ts'
import { errorText } from '../state/error-text.ts'
import { t } from '../state/i18n.ts'
import { countTexts } from '../state/member-texts.ts'
import { sessionKnown } from '../state/session.ts'
import { Note } from './note.tsx'

export const NeedsNetwork = ({ text }: { text?: string }) => {
  useSignals()
  return connection.value.online ? null : (
    <Note icon="offline" role="status">
      <p>{text ?? t('ui.needsNetwork')}</p>
    </Note>
  )
}

/** In a browser that blocks cookies the server accepts a login, and the browser drops its session: says so beforehand. */
export const NeedsCookies = () =>
  storesCookies() ? null : (
    <Note tone="warn">
      <p>{t('error.cookies_blocked')}</p>
    </Note>
  )

/**
 * The line above every screen promises to send what waits, and drafts wait unseen; a login of somebody else deletes both [PWA-11], so the
 * form says so beforehand.
 */
export const ParkedNote = () => {
  useSignals()
  const words = parkedWords()
  return words === null ? null : (
    <Note tone="warn">
      <p>{words}</p>
    </Note>
  )
}

const parkedWords = (): string | null => {
  if (parkedWrites.value) return t('login.parked', { name: parkedWrites.value.name })
  // Once the session is known, the note says whose texts wait here.
  const member = sessionKnown.value ? memberParked() : null
  const hasDrafts = hasParkedDrafts.value || (member !== null && countTexts(member) > 0)
  return hasDrafts ? t('login.parkedDrafts') : null
}

type RefusalProps = {
  failure: ErrorBody | null
  /** For a call whose subject is no page, such as a profile. */ textOf?: typeof errorText
}

export const FormRefusal = ({ failure, textOf = errorText }: RefusalProps) =>
  failure && !failure.fields ? (
    <Note tone="bad" role="alert">
      <p>{textOf(failure)}</p>
    </Note>
  ) : null

type Submit = (event: SubmitEvent<HTMLFormElement>) => void

/** Submits a form only with a network; offline the form stays filled in and shows the reason. */
export const onlyOnline =
  (submit: Submit): Submit =>
  (event) => {
    if (connection.value.online) submit(event)
    else event.preventDefault()
  }
