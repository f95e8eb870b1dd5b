/** A campaign: the addresses that belong to it, its partner and its cost. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import { COST_KINDS, TRACKED, type Campaign, type CampaignForm, type Partner } from '#contract/desk/campaigns.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, isOutdated, type Failure } from '../../calls.ts'
import { amountInField, minorOf } from '../../format.ts'
import { t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { FailureNote, fieldText, useDeskForm, withNewest } from '../../ui/desk-form.tsx'
import { LongLine } from '../../ui/long-text.tsx'
import { Facts } from '../../ui/parts.tsx'
import styles from './campaigns.module.css'

type Props = {
  /** Null for a new one. It changes after the list was read again. */
  newest: Campaign | null
  partners: readonly Partner[]
  codes: readonly Code[]
  /** The list is older than what the server has; the dialog stays open. */
  onChange: () => void
  onClose: () => void
  onDone: () => void
}

const CURRENCY = 'EUR'

export const CampaignDialog = ({ newest, onClose, ...rest }: Props) => {
  // The campaign that the fields begin with.
  const [campaign, setCampaign] = useState(newest)
  const [count, setCount] = useState(0)
  return (
    <DeskDialog title={campaign?.name ?? t('campaigns.add')} onClose={onClose}>
      <CampaignFields
        key={count}
        campaign={campaign}
        newest={newest}
        {...rest}
        onTakeNewest={() => {
          setCampaign(newest)
          setCount(count + 1)
        }}
      />
    </DeskDialog>
  )
}

type FieldsProps = Omit<Props, 'onClose'> & {
  campaign: Campaign | null
  /** Begins the fields anew with the newest campaign. */
  onTakeNewest: () => void
}

const CampaignFields = ({ campaign, newest, partners, codes, onChange, onDone, onTakeNewest }: FieldsProps) => {
  const [costKind, setCostKind] = useState<string>(campaign?.cost_kind ?? 'none')
  const currency = campaign?.currency ?? CURRENCY
  const { busy, failure, submit } = useDeskForm(async (data) => {
    const answer =
      campaign && newest
        ? await call('campaigns.change', {
            params: { id: String(campaign.id) },
            body: { ...withNewest(typedForm(data, currency), formOf(campaign), formOf(newest)), seen: formOf(newest) },
          })
        : await call('campaigns.add', { body: typedForm(data, currency) })
    if (!answer.ok) {
      if (isOutdated(answer.failure)) onChange()
      return answer.failure
    }
    showToast(t('memberMoney.done'))
    onDone()
    return null
  })
  const changes = campaign && newest ? changedFacts(campaign, newest, partners) : []
  return (
    <>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <LongLine
          label={t('campaigns.name')}
          name="name"
          defaultValue={campaign?.name}
          max={100}
          required
          error={fieldText(failure, 'name')}
        />
        <fieldset className={styles['tracked']}>
          <legend>{t('campaigns.linkHint')}</legend>
          {TRACKED.map((name) => (
            <LongLine
              key={name}
              label={name}
              name={name}
              defaultValue={campaign?.[name] ?? ''}
              max={100}
              error={fieldText(failure, name)}
            />
          ))}
        </fieldset>
        <SelectField label={t('campaigns.partner')} name="partner" defaultValue={String(campaign?.partner ?? '')}>
          <option value="">{t('campaigns.noPartner')}</option>
          {partners.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('campaigns.costKind')}
          name="cost_kind"
          value={costKind}
          onChange={(event) => setCostKind(event.currentTarget.value)}
        >
          {COST_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {tCode('costKind', kind)}
            </option>
          ))}
        </SelectField>
        {costKind === 'none' ? null : (
          <TextField
            label={t('campaigns.costIn', { currency })}
            name="cost"
            inputMode="decimal"
            defaultValue={campaign ? amountInField(campaign.cost, currency) : ''}
            error={fieldText(failure, 'cost')}
          />
        )}
        {changes.length === 0 ? (
          <FailureNote failure={failure} />
        ) : (
          <>
            <Note tone="warn" role="alert">
              <p>{t('campaigns.conflict')}</p>
              <Facts facts={changes} />
              <p>{t('campaigns.conflictNext')}</p>
            </Note>
            <DeskButton kind="second" onClick={onTakeNewest}>
              {t('announce.takeTheirs')}
            </DeskButton>
          </>
        )}
        <DeskButton type="submit" full lead disabled={busy}>
          {t('campaigns.save')}
        </DeskButton>
      </form>
      {campaign ? <CampaignCodes campaign={campaign} codes={codes} onChange={onChange} /> : null}
    </>
  )
}

/** The fields of a campaign that a colleague has changed, with their new values. */
const changedFacts = (seen: Campaign, newest: Campaign, partners: readonly Partner[]) => {
  const before = factsOf(seen, partners)
  return factsOf(newest, partners).filter(([, text], index) => text !== before[index]?.[1])
}

const factsOf = (
  { name, partner, cost_kind: kind, cost, currency, ...link }: Campaign,
  partners: readonly Partner[],
): (readonly [label: string, text: string])[] => [
  [t('campaigns.name'), name],
  ...TRACKED.map((field) => [field, link[field] ?? '–'] as const),
  [t('campaigns.partner'), partners.find(({ id }) => id === partner)?.name ?? t('campaigns.noPartner')],
  [t('campaigns.costKind'), tCode('costKind', kind)],
  [t('campaigns.costIn', { currency }), amountInField(cost, currency)],
]

const formOf = ({ id: _id, codes: _codes, numbers: _numbers, ...form }: Campaign): CampaignForm => form

const typedForm = (data: FormData, currency: string): CampaignForm => {
  const text = (name: string): string | null => textOf(data, name).trim() || null
  const partner = text('partner')
  const kind = COST_KINDS.find((one) => one === text('cost_kind')) ?? 'none'
  return {
    name: text('name') ?? '',
    network: text('network'),
    ref: text('ref'),
    sub1: text('sub1'),
    sub2: text('sub2'),
    sub3: text('sub3'),
    partner: partner === null ? null : Number(partner),
    cost_kind: kind,
    // A text that is no amount becomes -1, which the server refuses with a fault of the field.
    cost: kind === 'none' ? 0 : (minorOf(text('cost') ?? '', currency) ?? -1),
    currency,
  }
}

type Code = DeskAnswer<'campaigns.list'>['codes'][number]

type CodesProps = { campaign: Campaign; codes: readonly Code[]; onChange: () => void }

const CampaignCodes = ({ campaign, codes: all, onChange }: CodesProps) => {
  useSignals()
  // The list behind the dialog is read again after a change; until then the dialog shows its own changes.
  const [{ list, codes }, setCodes] = useState({ list: all, codes: all })
  if (list !== all) setCodes({ list: all, codes: all })
  const [failure, setFailure] = useState<Failure | null>(null)
  const give = async (code: string, to: number | null): Promise<Failure | null> => {
    const seen = codes.find((one) => one.code === code)?.campaign
    const answer = await call('campaigns.code', { params: { code }, body: { campaign: to, seen } })
    if (answer.ok)
      setCodes((before) => ({
        ...before,
        codes: before.codes.map((one) => (one.code === code ? { code, campaign: to } : one)),
      }))
    if (answer.ok || isOutdated(answer.failure)) onChange()
    return answer.ok ? null : answer.failure
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
