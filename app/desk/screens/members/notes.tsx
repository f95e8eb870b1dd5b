/** Notes of the staff about a member, and the form that adds one [DESK-11]. */
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import type { DeskMember, MemberNote } from '#contract/desk/members.ts'
import { NOTE_MAX } from '#contract/desk/limits.ts'
import { call } from '../../calls.ts'
import { now } from '../../clock.ts'
import { FailureNote, fieldText, newId, useDeskForm } from '../../ui/desk-form.tsx'
import { whenText } from '../../format.ts'
import { useKeys } from '../../keys.ts'
import { mayCall, self } from '../../session.ts'
import { t } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { LongTextField } from '../../ui/long-text.tsx'
import { Box } from '../../ui/parts.tsx'
import styles from './member.module.css'

/** A draft outlives the screen and the login, and belongs to its author and its member. */
type Draft = { text: string; clientId: string }
const drafts = signal<ReadonlyMap<string, Draft>>(new Map())

/** Each text has an id of its own: a repeated request adds no second note, and a changed text is a new note. */
const storeDraft = (key: string, text: string): void => {
  const clientId = newId()
  drafts.value = new Map(drafts.peek()).set(key, { text, clientId })
}

/** The older notes wait behind a button, so that the form stays near the newest ones. */
const SHOWN_AT_FIRST = 5

type Props = { member: Pick<DeskMember, 'id' | 'notes'>; onDone: () => void }

export const Notes = ({ member: { id, notes }, onDone }: Props) => {
  useSignals()
  const [areAllShown, setAreAllShown] = useState(false)
  const shown = areAllShown ? notes.newest : notes.newest.slice(-SHOWN_AT_FIRST)
  const isCut = areAllShown && notes.total > shown.length
  return (
    <Box title={t('member.notes')} icon="lock">
      {notes.total === 0 ? <p className="muted">{t('member.noNotes')}</p> : null}
      {shown.length < notes.newest.length ? (
        <DeskButton kind="quiet" onClick={() => setAreAllShown(true)}>
          {t('member.earlierNotes', { count: notes.newest.length - shown.length })}
        </DeskButton>
      ) : null}
      {isCut ? <p className="muted">{t('member.newestNotes', { shown: shown.length, total: notes.total })}</p> : null}
      {shown.length === 0 ? null : (
        <ol className={styles['notes']}>
          {shown.map((note) => (
            <Note key={note.id} note={note} />
          ))}
        </ol>
      )}
      {mayCall('members.add_note') ? <NoteForm member={id} onDone={onDone} /> : null}
    </Box>
  )
}

const Note = ({ note: { at, by, text } }: { note: MemberNote }) => {
  useSignals()
  return (
    <li>
      <p>
        <b>{by.name}</b>{' '}
        <time className="muted" dateTime={new Date(at).toISOString()}>
          {whenText(at, now.value)}
        </time>
      </p>
      <p dir="auto">{text}</p>
    </li>
  )
}

const NoteForm = ({ member, onDone }: { member: number; onDone: () => void }) => {
  useSignals()
  const field = useRef<HTMLTextAreaElement>(null)
  const key = `${self.value?.id} ${member}`
  const draft = drafts.value.get(key)
  const form = useDeskForm(async () => {
    const body = { client_id: draft?.clientId ?? '', text: draft?.text ?? '' }
    const answer = await call('members.add_note', { params: { id: String(member) }, body })
    if (!answer.ok) return answer.failure
    storeDraft(key, '')
    showToast(t('member.noteAdded'))
    onDone()
    return null
  })
  useKeys([
    { keys: ['n'], text: 'key.note', run: () => field.current?.focus() },
    {
      keys: ['Control+Enter'],
      text: 'key.addNote',
      isQuiet: true,
      run: () => field.current?.form?.requestSubmit(),
    },
  ])
  const isEmpty = (draft?.text ?? '').trim() === ''
  return (
    <form
      className={styles['noteForm']}
      noValidate
      onSubmit={(event) => {
        if (isEmpty) event.preventDefault()
        else form.submit(event)
      }}
    >
      <LongTextField
        ref={field}
        label={t('member.writeNote')}
        max={NOTE_MAX}
        hint={t('member.noteHint')}
        rows={2}
        value={draft?.text ?? ''}
        readOnly={form.busy}
        aria-keyshortcuts="N"
        error={fieldText(form.failure, 'text')}
        onChange={({ currentTarget }) => storeDraft(key, currentTarget.value)}
      />
      <FailureNote failure={form.failure} />
      <DeskButton type="submit" kind="second" disabled={isEmpty || form.busy}>
        {t('member.addNote')}
      </DeskButton>
    </form>
  )
}
