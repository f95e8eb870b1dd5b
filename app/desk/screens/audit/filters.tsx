import { useSignals } from '@preact/signals-react/runtime'
import { AUDIT_ACTS } from '#contract/desk/entities/audit.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { t, tCode } from '../../texts.ts'
import { useCall } from '../../use-call.ts'
import type { AuditFilter } from './audit-filter.ts'
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
