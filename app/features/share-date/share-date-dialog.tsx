/**
 * Writes a short note about a date for a friend, and gives it to the system's share sheet [SAFE-13]. Nothing is sent to
 * the server; offline it works as well.
 */
import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { shareText } from '../../ports/share-sheet.ts'
import { momentOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { siteName } from '../../state/site.ts'
import { toast, undoing } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CountedLine, CountedTextField } from '../../ui/counted-text-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { refusesTooLong } from '../../ui/use-form.ts'
import { datesOf } from '../../state/member-texts.ts'
import styles from './share-date.module.css'
import { deviceStore } from '../../ports/text-store.ts'

const TEXT_MAX = 300

type Props = {
  me: number
  conversation: string
  /** The partner's name, as the chat shows it. */
  name: string
  onClose: () => void
}

export const ShareDateDialog = ({ me, conversation, name, onClose }: Props) => {
  const [draft, setDraft] = useState(() => loadDate(me, conversation))
  const [hasFailed, setFailed] = useState(false)
  const change = (part: Partial<DateDraft>): void => {
    const next = { ...draft, ...part }
    setDraft(next)
    storeDate(me, conversation, next)
  }
  const share = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (refusesTooLong(event.currentTarget)) return
    const outcome = await shareText(dateText(name, draft))
    if (outcome === 'cancelled') return
    if (outcome === 'failed') return setFailed(true)
    storeDate(me, conversation, EMPTY_DATE)
    if (outcome === 'copied') toast(t('date.copied'))
    onClose()
  }
  const discard = (): void => {
    storeDate(me, conversation, EMPTY_DATE)
    toast(t('date.discarded'), { action: undoing(() => storeDate(me, conversation, draft)) })
    onClose()
  }
  return (
    <Dialog title={t('date.menu')} sheet onClose={onClose}>
      <form className={styles['form']} onSubmit={(event) => void share(event)}>
        <p className="muted">{t('date.lead', { name })}</p>
        <TextField
          label={t('date.when')}
          type="datetime-local"
          value={draft.when}
          onChange={(event) => change({ when: event.currentTarget.value })}
        />
        <CountedLine
          label={t('date.where')}
          hint={t('date.whereHint')}
          max={TEXT_MAX}
          enterKeyHint="next"
          value={draft.where}
          onChange={(event) => change({ where: event.currentTarget.value })}
        />
        <CountedTextField
          label={t('date.note')}
          hint={t('date.noteHint')}
          rows={2}
          max={TEXT_MAX}
          value={draft.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <Note icon="lock">
          <p>{t('date.private', { siteName: siteName() })}</p>
        </Note>
        {hasFailed ? (
          <Note tone="warn" role="alert">
            <p>{t('date.byHand')}</p>
            <p className={styles['text']}>{dateText(name, draft)}</p>
          </Note>
        ) : null}
        <Button type="submit" icon="send" full>
          {t('date.share')}
        </Button>
        {isEmptyDate(draft) ? null : (
          <Button kind="quiet" plain small icon="trash" onClick={discard}>
            {t('date.discard')}
          </Button>
        )}
      </form>
    </Dialog>
  )
}

/** The note as plain text; a field without an answer has no line. */
const dateText = (name: string, { when, where, note }: DateDraft): string => {
  const at = Date.parse(when)
  return [
    t('date.textWith', { name, siteName: siteName() }),
    ...(Number.isNaN(at) ? [] : [t('date.textWhen', { when: momentOf(at) })]),
    ...(where.trim() === '' ? [] : [t('date.textWhere', { where: where.trim() })]),
    ...(note.trim() === '' ? [] : [note.trim()]),
    t('date.textEnd'),
  ].join('\n')
}

/**
 * A date that the member writes down for a friend. It stays on this device until it is shared or discarded.
 * `when` is a local date and time as the field writes it (`2026-05-04T20:30`), or empty.
 */
const DateDraft = v.object({ when: v.string(), where: v.string(), note: v.string() })
type DateDraft = v.InferOutput<typeof DateDraft>

const EMPTY_DATE: DateDraft = { when: '', where: '', note: '' }

const isEmptyDate = (draft: DateDraft): boolean => Object.values(draft).every((text) => text.trim() === '')

const keyOf = (member: number, conversation: string): string => `${datesOf(member)}${conversation}`

const loadDate = (member: number, conversation: string): DateDraft => {
  const parsed = v.safeParse(DateDraft, deviceStore.getJson(keyOf(member, conversation)))
  return parsed.success ? parsed.output : EMPTY_DATE
}

const storeDate = (member: number, conversation: string, draft: DateDraft): void => {
  const key = keyOf(member, conversation)
  if (isEmptyDate(draft)) deviceStore.remove(key)
  else deviceStore.set(key, JSON.stringify(draft))
}
