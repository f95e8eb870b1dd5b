/** The fields that the chosen decision needs: its target, the broken rule, the facts, the duration, and warnings [DESK-7]. */
import type { RefObject } from 'react'
import { findsMinor, type Case } from '#contract/desk/case.ts'
import { PHOTO_REASONS } from '#contract/entities/photo.ts'
import { REPORT_REASONS, type ReportReason } from '#contract/entities/safety.ts'
import { LETTER_MAX } from '#contract/limits.ts'
import { CheckField, SelectField } from '../../../ui/field.tsx'
import { languageWord, t, tCode } from '../../texts.ts'
import { LongTextField } from '../../ui/long-text.tsx'
import styles from './case.module.css'
import {
  DURATIONS,
  hasDuration,
  removesPhoto,
  reportGroups,
  warnsOthers,
  type DecisionChoice,
  type DecisionDraft,
  type ReportGroup,
} from './draft.ts'

type FieldsProps = {
  data: Case
  draft: DecisionDraft
  /** The language of the statement, once its preview is there. */
  language: string | undefined
  facts: RefObject<HTMLTextAreaElement | null>
  isIncomplete: boolean
  change: (part: Partial<DecisionDraft>) => void
}

export const DecisionFields = ({ data, draft, language, facts, isIncomplete, change }: FieldsProps) => {
  const { choice, days } = draft
  if (choice === null) return null
  return (
    <>
      {besides(data, choice, draft.reason).map((text) => (
        <p key={text} className="muted">
          {text}
        </p>
      ))}
      {choice === 'remove' ? <TargetField data={data} draft={draft} change={change} /> : null}
      {choice === 'none' ? null : (
        <>
          {removesPhoto(draft) ? (
            <RuleField
              kind="photoReason"
              codes={PHOTO_REASONS}
              value={draft.photoReason}
              onChoose={(photoReason) => change({ photoReason })}
            />
          ) : (
            <RuleField
              kind="reason"
              codes={REPORT_REASONS}
              value={draft.reason}
              onChoose={(reason) => change({ reason })}
            />
          )}
          <LongTextField
            ref={facts}
            label={t('case.facts')}
            max={LETTER_MAX}
            rows={3}
            value={draft.facts}
            hint={language === undefined ? undefined : t('case.factsHint', { language: languageWord(language) })}
            error={isIncomplete ? t('case.factsMissing') : null}
            onChange={(event) => change({ facts: event.target.value })}
          />
        </>
      )}
      {choice === 'none' ? null : <ReportsField data={data} draft={draft} change={change} />}
      {hasDuration(choice) ? (
        <SelectField
          label={t('case.duration')}
          value={String(days ?? '')}
          onChange={({ target }) => change({ days: target.value === '' ? null : Number(target.value) })}
        >
          {DURATIONS.map((one) => (
            <option key={one} value={one}>
              {t('case.days', { count: one })}
            </option>
          ))}
          {choice === 'suspend' ? null : <option value="">{t('case.noEnd')}</option>}
        </SelectField>
      ) : null}
      {choice === 'ban' ? (
        <>
          <CheckField checked={warnsOthers(draft)} onChange={(event) => change({ warn: event.target.checked })}>
            <span>{t('case.warn', { count: data.history.wrote_to })}</span>
          </CheckField>
          <p className="muted">{t('case.signupRefused')}</p>
        </>
      ) : null}
    </>
  )
}

type RuleProps<Code extends string> = {
  kind: 'photoReason' | 'reason'
  codes: readonly Code[]
  value: Code
  onChoose: (code: Code) => void
}

/** The rule that the profile, message or photo has broken. */
const RuleField = <Code extends string>({ kind, codes, value, onChoose }: RuleProps<Code>) => (
  <SelectField
    label={t('case.rule')}
    value={value}
    onChange={({ target }) => codes.filter((one) => one === target.value).forEach((one) => onChoose(one))}
  >
    {codes.map((one) => (
      <option key={one} value={one}>
        {tCode(kind, one)}
      </option>
    ))}
  </SelectField>
)

/** The reports that are right, if not all of them say what the decision acts on: each reporter hears about their own report. */
const ReportsField = ({ data, draft, change }: Pick<FieldsProps, 'data' | 'draft' | 'change'>) => {
  const groups = reportGroups(draft, data)
  if (groups.length < 2 && groups.every(({ isRight }) => isRight)) return null
  return (
    <fieldset className={styles['reports']}>
      <legend>{t('case.rightReports')}</legend>
      {groups.map(({ key, reason, letters, isRight }) => (
        <CheckField
          key={key}
          checked={isRight}
          onChange={(event) => change({ judged: { ...draft.judged, [key]: event.target.checked } })}
        >
          <span>{t('case.reportsOf', { reason: tCode('reason', reason), numbers: numbersOf(letters) })}</span>
        </CheckField>
      ))}
      <p className="muted">{t('case.otherReports')}</p>
    </fieldset>
  )
}

const NUMBERS_MAX = 2

const numbersOf = (letters: ReportGroup['letters']): string => {
  const numbers = letters.slice(0, NUMBERS_MAX).map(({ number }) => number)
  return [...numbers, ...(letters.length > NUMBERS_MAX ? [`+${letters.length - NUMBERS_MAX}`] : [])].join(', ')
}

/** The choice of what a removal removes: the profile's text, the reported message, or a photo. */
const TargetField = ({ data: { evidence }, draft, change }: Pick<FieldsProps, 'data' | 'draft' | 'change'>) => {
  const messages = evidence.filter(({ message }) => message !== null)
  const photos = new Set(evidence.flatMap(({ profile }) => profile.photos.map(({ id }) => id)))
  return (
    <SelectField
      label={t('case.target')}
      value={draft.target}
      onChange={(event) => change({ target: event.target.value })}
    >
      <option value="text">{t('case.profileText')}</option>
      {messages.map(({ letter, number, message }) => (
        <option key={letter} value={`message:${message}`}>
          {t('case.reportedMessage', { number })}
        </option>
      ))}
      {[...photos].map((id) => (
        <option key={id} value={`photo:${id}`}>
          {t('case.photo', { number: id })}
        </option>
      ))}
    </SelectField>
  )
}

/** The effects of a decision on what an automatic check has done, shown before it is sent. */
const besides = (
  { items, held }: Pick<Case, 'items' | 'held'>,
  choice: DecisionChoice,
  reason: ReportReason,
): string[] => {
  const isMuted = items.some(({ kind, text }) => kind === 'flag' && text === 'reports')
  const isAgeOpen = items.some(({ kind }) => kind === 'age')
  const isMinor = choice !== 'remove' && findsMinor({ act: choice, reason })
  return [
    ...(held.length === 0
      ? []
      : [t(choice === 'none' ? 'case.heldDelivered' : 'case.heldNever', { count: held.length })]),
    ...(isMuted && choice !== 'mute' ? [t('case.muteEnds')] : []),
    ...(isAgeOpen && !isMinor ? [t('case.ageEnds')] : []),
  ]
}
