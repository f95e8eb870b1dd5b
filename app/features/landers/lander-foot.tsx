/** The quiet foot of a lander: the minimum age, the fictional profiles, and links to the legal pages. */
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { likelySettings } from '../../state/site.ts'
import styles from './lander-frame.module.css'

export const LanderFoot = () => {
  useSignals()
  return (
    <footer className={styles['foot']}>
      <p>{t('lander.foot', { age: likelySettings.value.min_age })}</p>
      <p className={styles['legal']}>
        <Link href={href('pages-terms')}>{t('lander.footTerms')}</Link>
        <Link href={href('pages-privacy')}>{t('lander.footPrivacy')}</Link>
        <Link href={href('pages-cookies')}>{t('lander.footCookies')}</Link>
      </p>
    </footer>
  )
}
