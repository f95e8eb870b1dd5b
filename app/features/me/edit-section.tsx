/**
 * A part of the member's own profile, shown as text or edited as a form in the same place [PROF-9]. After a refusal the
 * typed values stay.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import * as v from 'valibot'
import type { ProfileChange } from '#contract/entities/profile.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { t } from '../../state/i18n.ts'
import { onMemberLeft } from '../../state/session.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { isAnchorHere, useAnchor } from '../../ui/use-anchor.ts'
import { refusesTooLong } from '../../ui/use-form.ts'
import { ownDraft } from '../../state/drafts.ts'
import { NO_REFUSALS, refusalsOf, type Refusals } from '../profile-fields/refusals.ts'
import styles from './me.module.css'
import { saveProfile } from './saving.ts'
import { useIsSuspended } from './suspension.tsx'
import { FormRefusal } from '../../ui/form-notes.tsx'

type Props<Value> = {
  title: string
  /** The fragment of links to this part. */
  anchor: string
  /** The form's initial value, read again each time it opens. */
  start: () => Value
  /** Turns the form's value, and the one it began with, into the edit. `missing` names required fields that are empty. */
  changeOf: (value: Value, initial: Value) => ProfileChange
  missing?: (value: Value) => Refusals
  /** The schema of a value in the member's own words, which stays on this device until it is saved or cancelled. */
  words?: v.GenericSchema<unknown, Value>
  /** A save that must come first, e.g. of a consent; a refusal stops there. */
  before?: (value: Value) => Promise<ErrorBody | null>
  renderFields: (value: Value, change: (value: Value) => void, errors: Refusals) => ReactNode
  /** The part as text. */
  children: ReactNode
}

/** Changes that are neither saved nor cancelled, by anchor: the member looks at another screen and comes back. */
const unsaved = new Map<string, { initial: unknown; value: unknown }>()
onMemberLeft(() => unsaved.clear())

const storedDraft = (anchor: string) => ownDraft(`profile-${anchor}`)

const storedWords = <Value,>(anchor: string, words: Props<Value>['words']): { value: Value } | null => {
  const text = storedDraft(anchor).read()
  if (text === '' || words === undefined) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), words), text)
  return parsed.success ? { value: parsed.output } : null
}

export const EditSection = <Value,>(props: Props<Value>) => {
  const { title, anchor, words, children } = props
  const [open, setOpen] = useState(
    () => isAnchorHere(anchor) || unsaved.has(anchor) || storedWords(anchor, words) !== null,
  )
  useAnchor(anchor, () => setOpen(true))
  const edit = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(open)
  useEffect(() => {
    // Returns the focus to the button that opened the form.
    if (wasOpen.current && !open) edit.current?.focus()
    wasOpen.current = open
  }, [open])
  return (
    <section className={styles['section']} id={anchor} aria-labelledby={`${anchor}-title`}>
      <div className={styles['head']}>
        <h3 id={`${anchor}-title`}>{title}</h3>
        {open ? null : (
          <Button
            ref={edit}
            kind="quiet"
            small
            icon="pencil"
            aria-label={t('me.editPart', { part: title })}
            onClick={() => setOpen(true)}
          >
            {t('me.edit')}
          </Button>
        )}
      </div>
      {open ? <EditForm {...props} onDone={() => setOpen(false)} /> : children}
    </section>
  )
}

type FormProps<Value> = Omit<Props<Value>, 'children'> & { onDone: () => void }

const EditForm = <Value,>(props: FormProps<Value>) => {
  const { anchor, start, changeOf, missing, words, before, renderFields, onDone } = props
  useSignals()
  const isSuspended = useIsSuspended()
  // Only this section's form stores values under its anchor.
  const [restored] = useState(() => {
    const stored = storedWords(anchor, words)
    return (
      (unsaved.get(anchor) as { initial: Value; value: Value } | undefined) ??
      (stored && { initial: start(), ...stored })
    )
  })
  // The profile may change on another device meanwhile.
  const [initial] = useState(() => (restored ? restored.initial : start()))
  const [value, setValue] = useState(() => (restored ? restored.value : initial))
  const [errors, setErrors] = useState(NO_REFUSALS)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!restored) form.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
  }, [restored])
  const close = (): void => {
    unsaved.delete(anchor)
    storedDraft(anchor).write('')
    onDone()
  }
  const refuse = (refused: Refusals): void => {
    setErrors(refused)
    const first = Object.keys(refused)[0]
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const lacking = missing?.(value) ?? {}
    if (Object.keys(lacking).length > 0) return refuse(lacking)
    if (refusesTooLong(form.current)) return undefined
    setBusy(true)
    setFailure(null)
    const error = (await before?.(value)) ?? (await saveProfile(changeOf(value, initial)))
    setBusy(false)
    if (error === null) return close()
    if (error.fields) refuse(refusalsOf(error))
    else setFailure(error)
    return undefined
  }
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        // Changes of the member are discarded only by a button.
        if (event.key === 'Escape' && value === initial) close()
      }}
    >
      {renderFields(
        value,
        (next) => {
          setValue(next)
          unsaved.set(anchor, { initial, value: next })
          if (words) storedDraft(anchor).write(JSON.stringify(next))
          setErrors(NO_REFUSALS)
        },
        errors,
      )}
      <FormRefusal failure={failure} />
      {isSuspended ? (
        <Note tone="warn">
          <p>{t('me.noSaving')}</p>
          {words ? <p>{t('me.draftStays')}</p> : null}
        </Note>
      ) : (
        <div className={styles['formButtons']}>
          <Button type="submit" small disabled={busy}>
            {t(busy ? 'me.saving' : 'me.save')}
          </Button>
          <Button kind="quiet" plain small disabled={busy} onClick={close}>
            {t('ui.cancel')}
          </Button>
        </div>
      )}
    </form>
  )
}
