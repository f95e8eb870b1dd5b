/** The member's own reports and the outcome of each [SAFE-8]. Without reports it shows nothing. */
import { useId } from 'react'
import type { SentReport } from '#contract/entities/safety.ts'
import { dayOf } from '../../state/format.ts'
import { t, tCode } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Rows } from '../../ui/rows.tsx'
import styles from './settings.module.css'

export const ReportsSection = () => {
  const id = useId()
  const { data } = useResource('reports.list', {})
  if (!data || data.reports.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('settings.reports')}</h2>
      <Rows>
        {data.reports.map((report) => (
          <ReportItem key={report.number} report={report} />
        ))}
      </Rows>
    </section>
  )
}

const ReportItem = ({ report }: { report: SentReport }) => {
  const { number, name, reason, answer } = report
  return (
    <article className={styles['decision']}>
      <h3>{name === '' ? number : t('settings.reportAbout', { number, name })}</h3>
      <p>{t('settings.decisionReason', { reason: tCode('safety', `reason_${reason}`) })}</p>
      <p className="small">{outcomeOf(report)}</p>
      {answer === '' ? null : <p className={styles['quote']}>{answer}</p>}
    </article>
  )
}

const outcomeOf = ({ at, answered_at, upheld }: SentReport): string => {
  if (answered_at === null) return t('settings.reportWaits', { date: dayOf(at) })
  return t(upheld === true ? 'settings.reportUpheld' : 'settings.reportDismissed', { date: dayOf(answered_at) })
}
