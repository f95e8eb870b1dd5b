/** Says that the member's country asks for a check of the age, now or from a day on, and leads to it [GUARD-6]. */
import { useSignals } from '@preact/signals-react/runtime'
import { now } from '../ports/clock.ts'
import { dayOf } from '../state/format.ts'
import { t } from '../state/i18n.ts'
import { LinkButton } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { href } from './routes.ts'
import styles from './lines.module.css'

/** @param due the time from which the check is needed, ms since the epoch */
export const AgeNote = ({ due }: { due: number }) => {
  useSignals()
  return (
    <div className={styles['notes']}>
      <Note tone={due > now() ? 'plain' : 'warn'}>
        <p className={styles['bannerText']}>
          <span role="status">{due > now() ? t('shell.ageAhead', { date: dayOf(due) }) : t('shell.ageNeeded')}</span>
          <LinkButton kind="quiet" plain small className="flush" href={href('age')}>
            {t('shell.ageGo')}
          </LinkButton>
        </p>
      </Note>
    </div>
  )
}
