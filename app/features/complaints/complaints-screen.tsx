/** Complaints and notices about a profile [SITE-10]: the receipt shows a number, which is also in the mail. */
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Receipt, ReportReason } from '#contract/entities/safety.ts'
import type { User } from '#contract/entities/user.ts'
import { LETTER_MAX } from '#contract/limits.ts'
import { isIdText } from '#contract/rules/ids.ts'
import { deviceStore } from '../../ports/text-store.ts'
import { call } from '../../ports/api.ts'
import { fieldErrorText } from '../../state/error-text.ts'
import { dayOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { CountedTextField } from '../../ui/counted-text-field.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { GoodFaith, NoticeFields } from './notice-fields.tsx'
import { dropComplaint, storeComplaint, loadComplaint } from './complaint-draft.ts'
import styles from './complaints.module.css'

export const ComplaintsScreen = ({ me }: { me: User | null }) => {
  usePageTitle(t('title.complaints'))
  const [sent, setSent] = useState<{ receipt: Receipt; email: string } | null>(null)
  return (
    <ScreenColumn gap="medium" narrow>
      <h1>{t('title.complaints')}</h1>
      {sent ? (
        <Note tone="good" role="status">
          <p>
            <b>{t('complaints.received', { number: sent.receipt.number })}</b>
          </p>
          <p>{t('complaints.receivedText', { date: dayOf(sent.receipt.at), email: sent.email })}</p>
        </Note>
      ) : (
        <ComplaintForm me={me} onSent={(receipt, email) => setSent({ receipt, email })} />
      )}
      <details className={styles['about']}>
        <summary>
          {t('complaints.receiptsTitle')}
          <Icon name="chevron-down" size={20} />
        </summary>
        <p className="small muted">{t('complaints.receiptsText')}</p>
      </details>
    </ScreenColumn>
  )
}

type FormProps = { me: User | null; onSent: (receipt: Receipt, email: string) => void }

const ComplaintForm = ({ me, onSent }: FormProps) => {
  const member = me?.id ?? null
  const [draft] = useState(() => loadComplaint(deviceStore, member))
  const search = useSearch()
  const [profile] = useState(() => profileIn(search) ?? draft?.profile ?? '')
  const [isNotice, setIsNotice] = useState(profile !== '')
  const [reason, setReason] = useState<ReportReason | null>(null)
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const form = formFrom(data)
    const notice = isNotice ? { profile: form.profile, good_faith: data.has('good_faith') } : {}
    const { profile: _, ...complaint } = form
    const answer = await call('complaints.send', {
      body: { ...complaint, ...notice, ...(isNotice && reason !== null ? { reason } : {}) },
    })
    if (!answer.ok) return answer.error
    dropComplaint(deviceStore, member)
    onSent(answer.data, form.email)
    return null
  })
  return (
    <form
      ref={ref}
      className={styles['form']}
      noValidate
      onSubmit={submit}
      onChange={({ currentTarget }) => storeComplaint(deviceStore, member, formFrom(new FormData(currentTarget)))}
    >
      <p className="muted">{t('complaints.lead')}</p>
      <NeedsNetwork text={t('complaints.needsNetwork')} />
      <TextField
        label={t('signup.name')}
        name="name"
        autoComplete="name"
        enterKeyHint="next"
        defaultValue={draft?.name ?? me?.profile.name ?? ''}
        required
        error={fieldErrorText(failure, 'name')}
      />
      <TextField
        label={t('login.email')}
        hint={t('complaints.emailHint')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="next"
        defaultValue={draft?.email ?? me?.email ?? ''}
        required
        error={fieldErrorText(failure, 'email')}
      />
      <CheckField checked={isNotice} onChange={(event) => setIsNotice(event.currentTarget.checked)}>
        <span>{t('complaints.isNotice')}</span>
      </CheckField>
      {isNotice ? <NoticeFields profile={profile} reason={reason} failure={failure} onReason={setReason} /> : null}
      <CountedTextField
        label={t('complaints.text')}
        hint={t('complaints.textHint')}
        name="text"
        rows={6}
        max={LETTER_MAX}
        defaultValue={draft?.text ?? ''}
        required
        error={fieldErrorText(failure, 'text')}
      />
      {isNotice ? <GoodFaith failure={failure} /> : null}
      <FormRefusal failure={failure} />
      <Button type="submit" full disabled={busy}>
        {t(busy ? 'ui.busy' : 'complaints.submit')}
      </Button>
    </form>
  )
}

/** The profile that a link to this form names (`/complaints?profile=7`). */
const profileIn = (search: string): string | null => {
  const named = new URLSearchParams(search).get('profile') ?? ''
  return isIdText(named) ? named : null
}

const formFrom = (data: FormData) => ({
  name: textOf(data, 'name'),
  email: textOf(data, 'email').trim(),
  text: textOf(data, 'text'),
  profile: textOf(data, 'profile').trim(),
})
