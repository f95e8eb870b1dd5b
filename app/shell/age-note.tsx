/** Says that the member's country requires a check of the age, now or from a day on, and links to it [GUARD-6]. */
import { useSignals } from '@preact/signals-react/runtime'
import { serverNow } from '../ports/clock.ts'
import { dayOf } from '../state/format.ts'
import { t } from '../state/i18n.ts'
import { LinkButton } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { href } from './routes.ts'
import styles from './lines.module.css'

/** @param due the time from which the check is needed, ms since the epoch */
export const AgeNote = ({ due }: { due: number }) => {
  useSignals()
  const isAhead = due > serverNow()
  return (
    <div className={styles['notes']}>
      <Note tone={isAhead ? 'plain' : 'warn'}>
        <p className={styles['bannerText']}>
          <span role="status">{isAhead ? t('shell.ageAhead', { date: dayOf(due) }) : t('shell.ageNeeded')}</span>
          <LinkButton kind="quiet" plain small className="flush" href={href('age')}>
            {t('shell.ageGo')}
          </LinkButton>
        </p>
      </Note>
    </div>
  )
}
