/** Gives discount codes to a campaign, and with it to the campaign's partner, or takes them away [DESK-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import type { Campaign } from '#contract/desk/entities/numbers.ts'
import { SelectField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, type Failure } from '../../calls.ts'
import { t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { FailureNote, useDeskForm } from '../../ui/desk-form.tsx'
import styles from './campaigns.module.css'

export type Code = DeskAnswer<'campaigns.list'>['codes'][number]

type Props = { campaign: Campaign; codes: readonly Code[]; onChange: () => void }

export const CampaignCodes = ({ campaign, codes: all, onChange }: Props) => {
  useSignals()
  // The dialog outlives the list behind it, so it notes its own changes.
  const [codes, setCodes] = useState(all)
  const [failure, setFailure] = useState<Failure | null>(null)
  const give = async (code: string, to: number | null): Promise<Failure | null> => {
    const answer = await call('campaigns.code', { params: { code }, body: { campaign: to } })
    if (!answer.ok) return answer.failure
    setCodes((before) => before.map((one) => (one.code === code ? { code, campaign: to } : one)))
    onChange()
    return null
  }
  const form = useDeskForm((data) => give(textOf(data, 'code'), campaign.id))
  const own = codes.filter((one) => one.campaign === campaign.id)
  const other = codes.filter((one) => one.campaign !== campaign.id)
  return (
    <section className={styles['form']} aria-label={t('campaigns.codes')}>
      <h3>{t('campaigns.codes')}</h3>
      {own.length === 0 ? <p className="muted">{t('campaigns.noCodes')}</p> : null}
      <ul className={styles['partners']}>
        {own.map(({ code }) => (
          <li key={code}>
            <code>{code}</code>
            <DeskButton
              kind="quiet"
              aria-label={t('campaigns.takeCode', { code })}
              onClick={() => void give(code, null).then(setFailure)}
            >
              {t('campaigns.take')}
            </DeskButton>
          </li>
        ))}
      </ul>
      <FailureNote failure={failure} />
      {other.length === 0 ? null : (
        <form className={styles['form']} onSubmit={form.submit}>
          <SelectField label={t('campaigns.code')} hint={t('campaigns.codeHint')} name="code">
            {other.map(({ code, campaign: taken }) => (
              <option key={code} value={code}>
                {taken === null ? code : t('campaigns.codeOfOther', { code })}
              </option>
            ))}
          </SelectField>
          <FailureNote failure={form.failure} />
          <DeskButton type="submit" kind="second" disabled={form.busy}>
            {t('campaigns.giveCode')}
          </DeskButton>
        </form>
      )}
    </section>
  )
}
