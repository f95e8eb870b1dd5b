/** [SITE-13] All prices, also for visitors: no price is hidden behind a signup. */
import { useSignals } from '@preact/signals-react/runtime'
import type { User } from '#contract/entities/user.ts'
import { BonusBanner } from '../discount/bonus-banner.tsx'
import { href } from '../../shell/routes.ts'
import { SignupLink } from '../../shell/open-signup.tsx'
import { t } from '../../state/i18n.ts'
import { likelySettings } from '../../state/site.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { CostTable } from './credit-facts.tsx'
import styles from './credits.module.css'
import { PriceTable } from './packages.tsx'
import { FictionNote } from './pay-notes.tsx'

export const PricingScreen = ({ me }: { me: User | null }) => {
  useSignals()
  const { signup_credits: gift } = likelySettings.value
  return (
    <ScreenColumn>
      <p>{t('pricing.lead')}</p>
      <PriceTable from />
      <FictionNote />
      <CostTable />
      <p className="small muted">{t('pricing.vat')}</p>
      <div className={styles['ways']}>
        {me ? (
          <LinkButton href={href('credits')} full>
            {t('pay.toPackages')}
          </LinkButton>
        ) : (
          <>
            {gift > 0 ? (
              <p>
                {t('pricing.welcome', { count: gift })} {t('pricing.onceEach')}
              </p>
            ) : null}
            <SignupLink full>{t('pricing.join')}</SignupLink>
          </>
        )}
      </div>
      {me ? null : <BonusBanner floating />}
    </ScreenColumn>
  )
}
