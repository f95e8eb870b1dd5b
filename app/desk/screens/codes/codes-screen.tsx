/** Discount codes with their campaign, uses and revenue; marketing adds and ends them [DESK-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { GROUP_MIN } from '#contract/desk/numbers.ts'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import type { DeskCode } from '#contract/desk/codes.ts'
import { DISCOUNT_VALIDITIES } from '#contract/entities/money.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { download } from '../../download.ts'
import { countryName, moneyText, shareText, utcDayText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { fieldText } from '../../ui/desk-form.tsx'
import { Empty, Tag } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { ReasonDialog } from '../../ui/desk-dialog.tsx'
import { useCall } from '../../use-call.ts'
import styles from './codes.module.css'

type Codes = DeskAnswer<'codes.list'>

const COLUMNS = ['code', 'discount', 'campaign', 'counts', 'uses', 'revenue', 'ends', 'state'] as const
const NUMBER_COLUMNS = new Set<string>(['discount', 'uses', 'revenue'])

export const CodesScreen = () => {
  useSignals()
  const read = useCall('codes.list', {}, ['codes'])
  const { data, reload } = read
  const [isAdding, setAdding] = useState(false)
  const [changing, setChanging] = useState<DeskCode | null>(null)
  const add = (): void => setAdding(true)
  useKeys([
    { keys: ['n'], text: 'key.addCode', run: add },
    { keys: ['d'], text: 'key.csv', run: () => void save() },
  ])
  const finish = (): void => {
    setAdding(false)
    setChanging(null)
    showToast(t('codes.done'))
    reload()
  }
  return (
    <>
      <Head title={t('codes.title')} note={data ? t('codes.count', { count: data.codes.length }) : undefined} />
      <Main stacked>
        <div className={styles['bar']}>
          <DeskButton kind="second" icon="download" keys="d" onClick={() => void save()}>
            {t('numbers.csv')}
          </DeskButton>
          <DeskButton icon="plus" keys="n" onClick={add}>
            {t('codes.add')}
          </DeskButton>
        </div>
        <ReadState read={read} />
        {data && data.codes.length === 0 ? (
          <Empty icon="ticket" title={t('codes.none')} text={t('codes.noneText')} />
        ) : null}
        {data && data.codes.length > 0 ? (
          <>
            <div className={styles['table']}>
              <DataTable
                label={t('codes.title')}
                columns={COLUMNS.map((name) => ({
                  name: tCode('codesColumn', name),
                  isNumber: NUMBER_COLUMNS.has(name),
                  isWide: name === 'state',
                }))}
                rows={data.codes.map((code) => ({ key: code.code, cells: cellsOf(code, () => setChanging(code)) }))}
              />
            </div>
            <p className="muted">{t('codes.hidden', { least: GROUP_MIN })}</p>
          </>
        ) : null}
      </Main>
      {isAdding && data ? <AddDialog codes={data} onClose={() => setAdding(false)} onDone={finish} /> : null}
      {changing ? <StatusDialog code={changing} onClose={() => setChanging(null)} onDone={finish} /> : null}
    </>
  )
}

const save = (): Promise<void> => download('codes.csv', {}, 'codes.csv')

const isOver = ({ expires }: DeskCode): boolean => expires !== null && expires <= now.value

/** In the order of `COLUMNS`. */
const cellsOf = (code: DeskCode, onChange: () => void) => [
  <code key="code" className={styles['code']}>
    {code.code}
  </code>,
  shareText(code.value_percentage / 100, 2),
  code.campaign === null ? (
    '–'
  ) : (
    <span key="campaign" className={styles['campaign']}>
      {code.campaign.name}
      {code.campaign.partner === null ? null : (
        <>
          <br />
          <span className="muted">{code.campaign.partner}</span>
        </>
      )}
    </span>
  ),
  <span key="counts" className={styles['counts']}>
    {countsText(code)}
  </span>,
  code.uses === null ? t('codes.few', { least: GROUP_MIN }) : numberText(code.uses),
  code.revenue.length === 0
    ? '–'
    : code.revenue.map(({ currency, amount }) => <div key={currency}>{moneyText(amount, currency)}</div>),
  // `expires` is the first moment at which the code no longer counts, so its last day is the UTC day before.
  code.expires === null ? t('codes.noEnd') : utcDayText(code.expires - 1),
  <span key="state" className={styles['state']}>
    {stateTag(code)}
    <DeskButton
      kind="second"
      aria-label={t(code.status === 'active' ? 'codes.endOf' : 'codes.resumeOf', { code: code.code })}
      onClick={onChange}
    >
      {t(code.status === 'active' ? 'codes.end' : 'codes.resume')}
    </DeskButton>
  </span>,
]

const stateTag = (code: DeskCode) => {
  if (code.status === 'inactive') return <Tag icon="ban">{t('codes.isEnded')}</Tag>
  return isOver(code) ? (
    <Tag icon="clock">{t('codes.isOver')}</Tag>
  ) : (
    <Tag tone="good" icon="check">
      {t('codes.isActive')}
    </Tag>
  )
}

const countsText = ({ validity, country, currency, is_personal }: DeskCode): string =>
  [
    tCode('codeValidity', validity),
    ...(country === null ? [] : [countryName(country)]),
    ...(currency === null ? [] : [currency]),
    ...(is_personal ? [t('codes.personal')] : []),
  ].join(', ')

type AddProps = { codes: Codes; onClose: () => void; onDone: () => void }

const AddDialog = ({ codes, onClose, onDone }: AddProps) => (
  <ReasonDialog
    title={t('codes.add')}
    note={t('codes.addNote')}
    submit={t('codes.add')}
    renderFields={(failure) => <CodeFields {...codes} failure={failure} />}
    onClose={onClose}
    send={async (reason, data) => {
      const answer = await call('codes.add', { body: { ...formOf(data), reason } })
      if (!answer.ok) return answer.failure
      onDone()
      return null
    }}
  />
)

const formOf = (data: FormData) => ({
  code: textOf(data, 'code'),
  value_percentage: Number(textOf(data, 'value_percentage').replace(',', '.')),
  validity: DISCOUNT_VALIDITIES.find((one) => one === textOf(data, 'validity')) ?? 'once-per-user',
  last_day: textOf(data, 'last_day') || null,
  country: textOf(data, 'country') || null,
  currency: textOf(data, 'currency') || null,
  campaign: Number(textOf(data, 'campaign')) || null,
})

type CodeFieldsProps = Pick<Codes, 'campaigns' | 'countries' | 'currencies'> & { failure: Failure | null }

const CodeFields = ({ campaigns, countries, currencies, failure }: CodeFieldsProps) => (
  <>
    <TextField
      label={t('codesColumn.code')}
      hint={t('codes.codeHint')}
      name="code"
      autoComplete="off"
      autoCapitalize="characters"
      required
      error={fieldText(failure, 'code')}
    />
    <TextField
      label={t('codes.percent')}
      name="value_percentage"
      inputMode="decimal"
      autoComplete="off"
      required
      error={fieldText(failure, 'value_percentage')}
    />
    <SelectField label={t('codes.validity')} name="validity" defaultValue="once-per-user">
      {DISCOUNT_VALIDITIES.map((one) => (
        <option key={one} value={one}>
          {tCode('codeValidity', one)}
        </option>
      ))}
    </SelectField>
    <TextField
      label={t('codes.lastDay')}
      hint={t('codes.lastDayHint')}
      name="last_day"
      type="date"
      error={fieldText(failure, 'last_day')}
    />
    <SelectField label={t('codes.country')} name="country" error={fieldText(failure, 'country')}>
      <option value="">{t('codes.every')}</option>
      {countries.map((one) => (
        <option key={one} value={one}>
          {countryName(one)}
        </option>
      ))}
    </SelectField>
    <SelectField label={t('codes.currency')} name="currency" error={fieldText(failure, 'currency')}>
      <option value="">{t('codes.every')}</option>
      {currencies.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
    <SelectField label={t('codesColumn.campaign')} name="campaign" error={fieldText(failure, 'campaign')}>
      <option value="">{t('codes.noCampaign')}</option>
      {campaigns.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  </>
)

type StatusProps = { code: DeskCode; onClose: () => void; onDone: () => void }

const StatusDialog = ({ code: { code, status: before }, onClose, onDone }: StatusProps) => {
  const isEnd = before === 'active'
  return (
    <ReasonDialog
      title={t(isEnd ? 'codes.endOf' : 'codes.resumeOf', { code })}
      note={t(isEnd ? 'codes.endNote' : 'codes.resumeNote')}
      submit={t(isEnd ? 'codes.end' : 'codes.resume')}
      isDanger={isEnd}
      onClose={onClose}
      send={async (reason) => {
        const body = { status: isEnd ? 'inactive' : 'active', reason } as const
        const answer = await call('codes.status', { params: { code }, body })
        if (!answer.ok) return answer.failure
        onDone()
        return null
      }}
    />
  )
}
