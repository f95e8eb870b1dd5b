/**
 * The part of a complaint that makes it a notice of illegal content (DSA art. 16): the profile, the reason, the good
 * faith.
 */
import { REPORT_REASONS, type ReportReason } from '#contract/entities/safety.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { LINK_MAX } from '#contract/limits.ts'
import { fieldErrorText } from '../../state/error-text.ts'
import { t, tCode } from '../../state/i18n.ts'
import { CountedLine } from '../../ui/counted-text-field.tsx'
import { CheckField, FieldErrorText, SelectField } from '../../ui/field.tsx'

type Props = {
  /** The value typed before a reload. */
  profile: string
  reason: ReportReason | null
  failure: ErrorBody | null
  onReason: (reason: ReportReason | null) => void
}

export const NoticeFields = ({ profile, reason, failure, onReason }: Props) => {
  const refused = failure?.fields?.['profile']
  return (
    <>
      <p className="small muted">{t('complaints.noticeLead')}</p>
      <CountedLine
        label={t('complaints.profile')}
        hint={t('complaints.profileHint')}
        name="profile"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        max={LINK_MAX}
        defaultValue={profile}
        required
        error={refused === 'invalid' ? t('complaints.profileInvalid') : fieldErrorText(failure, 'profile')}
      />
      <SelectField
        label={t('report.reason')}
        name="reason"
        value={reason ?? ''}
        required
        error={fieldErrorText(failure, 'reason')}
        onChange={(event) => onReason(REPORT_REASONS.find((one) => one === event.currentTarget.value) ?? null)}
      >
        <option value="" />
        {REPORT_REASONS.map((one) => (
          <option key={one} value={one}>
            {tCode('safety', `reason_${one}`)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

export const GoodFaith = ({ failure }: { failure: ErrorBody | null }) => {
  const error = fieldErrorText(failure, 'good_faith')
  return (
    <div>
      <CheckField
        name="good_faith"
        value="yes"
        required
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : 'good-faith-error'}
      >
        <span>{t('complaints.goodFaith')}</span>
      </CheckField>
      {error === null ? null : <FieldErrorText id="good-faith-error" text={error} />}
    </div>
  )
}
