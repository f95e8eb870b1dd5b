/** The filters of the audit, and the address that contains them. */
import { useSignals } from '@preact/signals-react/runtime'
import { AUDIT_ACTS, type AuditAct } from '#contract/desk/audit.ts'
import type { DeskInput } from '#contract/desk/calls.ts'
import { t, tCode } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { useCall } from '../../use-call.ts'
import styles from './audit.module.css'

type Props = {
  filter: AuditFilter
  /** Shows the first page of another filter. */
  onShow: (part: Partial<AuditFilter>) => void
  onCheck: () => void
}

export const Filters = ({ filter, onShow, onCheck }: Props) => {
  useSignals()
  const { data } = useCall('staff.list', {})
  return (
    <div className={styles['filters']} role="group" aria-label={t('audit.filters')}>
      <button type="button" aria-pressed={filter.isToday} onClick={() => onShow({ isToday: !filter.isToday })}>
        {t('audit.today')}
      </button>
      <select
        aria-label={t('audit.person')}
        value={filter.staff}
        onChange={(event) => onShow({ staff: event.currentTarget.value })}
      >
        <option value="">{t('audit.everybody')}</option>
        {data?.staff.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={t('audit.act')}
        value={filter.act ?? ''}
        onChange={(event) => onShow({ act: AUDIT_ACTS.find((act) => act === event.currentTarget.value) ?? null })}
      >
        <option value="">{t('audit.everyAct')}</option>
        {AUDIT_ACTS.map((act) => (
          <option key={act} value={act}>
            {tCode('act', act)}
          </option>
        ))}
      </select>
      <button type="button" aria-pressed={filter.isOpenings} onClick={() => onShow({ isOpenings: !filter.isOpenings })}>
        {t('audit.openings')}
      </button>
      {filter.member === '' ? null : (
        <button type="button" aria-pressed onClick={() => onShow({ member: '' })}>
          {t('audit.onlyMember', { number: filter.member })}
        </button>
      )}
      <DeskButton kind="second" icon="link" keys="h" className={styles['check']} onClick={onCheck}>
        {t('audit.check')}
      </DeskButton>
    </div>
  )
}

type Query = NonNullable<DeskInput<'audit.list'>['query']>

export type AuditFilter = {
  isToday: boolean
  /** The id of a colleague, or empty for everybody. */
  staff: string
  act: AuditAct | null
  /** Only the openings of covered contents. */
  isOpenings: boolean
  /** The id of a member, or empty. */
  member: string
  /** The page begins below this row; empty for the newest. */
  before: string
}

const DIGITS = /^\d{1,15}$/
const idOf = (text: string | null): string => (text !== null && DIGITS.test(text) ? text : '')

export const filterOf = (search: string): AuditFilter => {
  const parameters = new URLSearchParams(search)
  return {
    isToday: parameters.has('today'),
    staff: idOf(parameters.get('staff')),
    act: AUDIT_ACTS.find((act) => act === parameters.get('act')) ?? null,
    isOpenings: parameters.has('openings'),
    member: idOf(parameters.get('member')),
    before: idOf(parameters.get('before')),
  }
}

export const pathOf = ({ isToday, staff, act, isOpenings, member, before }: AuditFilter): string => {
  const parameters = new URLSearchParams({
    ...(isToday && { today: '1' }),
    ...(staff !== '' && { staff }),
    ...(act !== null && { act }),
    ...(isOpenings && { openings: '1' }),
    ...(member !== '' && { member }),
    ...(before !== '' && { before }),
  })
  return parameters.size === 0 ? '/audit' : `/audit?${parameters.toString()}`
}

/** @param now in ms; "today" begins at midnight of this device */
export const queryOf = ({ isToday, staff, act, isOpenings, member, before }: AuditFilter, now: number): Query => ({
  ...(isToday && { since: String(new Date(now).setHours(0, 0, 0, 0)) }),
  ...(staff !== '' && { staff }),
  ...(act !== null && { act }),
  ...(isOpenings && { openings: '1' }),
  ...(member !== '' && { subject_kind: 'member', subject: member }),
  ...(before !== '' && { before }),
})
