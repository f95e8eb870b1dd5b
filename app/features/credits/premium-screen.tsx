import type { User } from '#contract/entities/user.ts'
import { SignupLink } from '../../shell/signup-door.tsx'
import { t } from '../../state/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { Balance, CostTable, OpensLater } from './costs.tsx'
import styles from './credits.module.css'

/** What Premium is: any package of credits makes a member premium. */
export const PremiumScreen = ({ me }: { me: User | null }) => (
  <div className={styles['screen']}>
    {me ? <Balance credits={me.credits} /> : null}
    <section className={styles['section']}>
      <h2>{t('premium.heading')}</h2>
      <p>{t('premium.text')}</p>
      <ul className={styles['ticks']}>
        <li>
          <Icon name="check" size={20} />
          {t('premium.photos')}
        </li>
        <li>
          <Icon name="check" size={20} />
          {t('premium.noRenewal')}
        </li>
      </ul>
    </section>
    <CostTable />
    <OpensLater />
    {me ? null : <SignupLink>{t('index.signup')}</SignupLink>}
  </div>
)
