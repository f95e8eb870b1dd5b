/** The statement as the member will read it, and in the language of the desk [DESK-8]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { DeskAnswer, DeskInput } from '#contract/desk/calls.ts'
import { LOCALES } from '#contract/locales.ts'
import { LETTER_MAX } from '#contract/limits.ts'
import { call } from '../../calls.ts'
import { now } from '../../clock.ts'
import { language, languageName, languageWord, t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { excessOf, LongTextField } from '../../ui/long-text.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import styles from './case.module.css'
import { bodyOf, removesPhoto, type DecisionDraft } from './draft.ts'

export type Preview = DeskAnswer<'case.preview'>

/** The text that a person may edit: all paragraphs except the last two, which state the rule and the right to appeal. */
export const editableText = ({ paragraphs }: Preview): string => paragraphs.slice(0, -2).join('\n\n')

/** Debounce: the preview is requested this long after the last change. */
const PAUSE_MS = 300

/** The statement of the draft; null before a choice, and after a failed request. */
export const usePreview = (member: number, draft: DecisionDraft): Preview | null => {
  useSignals()
  const text = JSON.stringify(draft)
  const desk = LOCALES.find((one) => one === language.value) ?? 'en'
  const [preview, setPreview] = useState<Preview | null>(null)
  useEffect(() => {
    const typed = JSON.parse(text) as DecisionDraft
    const body = previewBody(typed, desk)
    // The server would refuse a text that is too long, and the field of the statement would be gone with the preview.
    const isTooLong = [typed.facts, typed.statement ?? ''].some((one) => excessOf(one, LETTER_MAX) > 0)
    if (body === null || isTooLong) return undefined
    const stop = new AbortController()
    const request = async (): Promise<void> => {
      const answer = await call('case.preview', { params: { member: String(member) }, body }, { signal: stop.signal })
      if (stop.signal.aborted) return
      setPreview(answer.ok ? answer.data : null)
    }
    const timer = setTimeout(() => void request(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [member, text, desk])
  return draft.choice === null ? null : preview
}

const previewBody = (
  draft: DecisionDraft,
  desk: (typeof LOCALES)[number],
): DeskInput<'case.preview'>['body'] | null => {
  const body = bodyOf(draft, now.peek())
  if (body === null) return null
  const { act, reason = 'other', facts = '', until = null, statement = '' } = body
  return { act, reason, facts, until, statement, desk }
}

type Props = {
  draft: DecisionDraft
  name: string
  isFictional: boolean
  preview: Preview | null
  /** @param statement null goes back to the template */
  onEdit: (statement: string | null) => void
}

export const Statement = ({ draft, name, isFictional, preview, onEdit }: Props) => {
  useSignals()
  const [shown, setShown] = useState<'member' | 'desk'>('member')
  const { choice, statement } = draft
  if (choice === null) return null
  if (isFictional) return <p className="muted">{t('case.nobodyGets')}</p>
  if (choice === 'none') return <p className="muted">{t('case.hearsNothing', { name })}</p>
  if (removesPhoto(draft)) return <p className="muted">{t('case.photoStatement', { name })}</p>
  if (preview === null) return null
  const own = preview.language
  const isOwn = shown === 'member' || own === language.value
  return (
    <article className={styles['letter']}>
      <header>
        <DeskIcon name="mail" size={16} />
        <b className={styles['grow']}>{t('case.gets', { name })}</b>
        {own === language.value ? null : (
          <span role="group" aria-label={t('more.language')} className={styles['languages']}>
            <button type="button" aria-pressed={shown === 'member'} onClick={() => setShown('member')}>
              {languageName(own)}
            </button>
            <button type="button" aria-pressed={shown === 'desk'} onClick={() => setShown('desk')}>
              {languageName(language.value)}
            </button>
          </span>
        )}
      </header>
      <div lang={isOwn ? own : language.value} className={styles['paragraphs']}>
        {(isOwn ? preview.paragraphs : preview.desk_paragraphs).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {statement === null ? (
        <DeskButton kind="quiet" icon="pencil" keys="e" onClick={() => onEdit(editableText(preview))}>
          {t('case.editStatement')}
        </DeskButton>
      ) : (
        <div className={styles['stack']}>
          <LongTextField
            label={t('case.statement', { language: languageWord(own) })}
            max={LETTER_MAX}
            rows={6}
            value={statement}
            hint={t('case.statementHint')}
            onChange={(event) => onEdit(event.target.value)}
          />
          <DeskButton kind="quiet" icon="undo" onClick={() => onEdit(null)}>
            {t('case.template')}
          </DeskButton>
        </div>
      )}
    </article>
  )
}
