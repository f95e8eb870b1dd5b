/** The member's own reports and the outcome of each [SAFE-8]. Without reports it shows nothing. */
import { useId } from 'react'
import type { SentReport } from '#contract/entities/safety.ts'
import { settleWrite } from '../../state/connection.ts'
import { profileErrorText } from '../../state/error-text.ts'
import { dayOf } from '../../state/format.ts'
import { t, tCode } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Button } from '../../ui/button.tsx'
import { FictionalMark } from '../../ui/marks.tsx'
import { Rows } from '../../ui/rows.tsx'
import { takeBackReport } from '../report/report-dialog.tsx'
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
          <ReportItem key={report.client_id ?? report.number} report={report} />
        ))}
      </Rows>
    </section>
  )
}

const ReportItem = ({ report }: { report: SentReport }) => {
  const { reason, answer, waiting } = report
  const title = useId()
  return (
    <article className={styles['decision']}>
      <h3 id={title}>{titleOf(report)}</h3>
      {report.fictional ? <FictionalMark /> : null}
      <p>{t('settings.decisionReason', { reason: tCode('safety', `reason_${reason}`) })}</p>
      <p className="small">{outcomeOf(report)}</p>
      {waiting && waiting.text !== '' ? <p className={styles['quote']}>{waiting.text}</p> : null}
      {waiting?.failure ? (
        <Button
          kind="quiet"
          small
          aria-describedby={title}
          onClick={() => void settleWrite('device.retry', waiting.id, ['reports'])}
        >
          {t('ui.tryAgain')}
        </Button>
      ) : null}
      {waiting ? (
        <Button
          kind="quiet"
          plain
          small
          className="flush"
          icon="undo"
          aria-describedby={title}
          onClick={() => void takeBackReport(waiting.id)}
        >
          {t('report.takeBack')}
        </Button>
      ) : null}
      {answer === '' ? null : <p className={styles['quote']}>{answer}</p>}
    </article>
  )
}

/** A report that waits on this device has no number yet. */
const titleOf = ({ number, name, waiting }: SentReport): string => {
  if (waiting) return t('report.title', { name })
  return name === '' ? number : t('settings.reportAbout', { number, name })
}

const outcomeOf = ({ at, answered_at, upheld, waiting }: SentReport): string => {
  if (waiting) return waiting.failure ? profileErrorText(waiting.failure) : t('settings.reportQueued')
  if (answered_at === null) return t('settings.reportWaits', { date: dayOf(at) })
  return t(upheld === true ? 'settings.reportUpheld' : 'settings.reportDismissed', { date: dayOf(answered_at) })
}
