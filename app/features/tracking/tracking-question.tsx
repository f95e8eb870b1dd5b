/**
 * Asks visitors with a partner's link whether it may be stored [SITE-9]. Both answers look alike, and the page stays
 * usable.
 */
import { Link } from 'wouter'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { answerTracking, type TrackingChoice, pageTracking } from './consent.ts'
import styles from './tracking.module.css'

const answer = (choice: TrackingChoice) => () => answerTracking(pageTracking, choice)

export const TrackingQuestion = () => (
  <section className={styles['question']} aria-label={t('tracking.title')}>
    <p>
      <b>{t('tracking.title')}</b> {t('tracking.text')} <Link href={href('pages-cookies')}>{t('tracking.more')}</Link>
    </p>
    <div className={styles['answers']}>
      <Button kind="second" onClick={answer('no')}>
        {t('tracking.no')}
      </Button>
      <Button kind="second" onClick={answer('yes')}>
        {t('tracking.yes')}
      </Button>
    </div>
  </section>
)
