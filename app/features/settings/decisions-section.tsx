/**
 * Decisions that restrict the member, each with its reason and an appeal [SAFE-8]. Without decisions it shows nothing.
 */
import { useId } from 'react'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Rows } from '../../ui/rows.tsx'
import { DecisionItem } from './decision-item.tsx'
import styles from './settings.module.css'

export const DecisionsSection = () => {
  const id = useId()
  const { data, refresh } = useResource('decisions.list', {})
  if (!data || data.decisions.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('settings.decisions')}</h2>
      <Rows>
        {data.decisions.map((decision) => (
          <DecisionItem key={decision.id} decision={decision} refresh={refresh} />
        ))}
      </Rows>
    </section>
  )
}
