/**
 * Explains Premium: any package of credits makes a member premium. Visitors see it with the prices of their country.
 */
import { useSignals } from '@preact/signals-react/runtime'
import type { User } from '#contract/entities/user.ts'
import { PHOTOS_PREMIUM } from '#contract/limits.ts'
import { BonusBanner } from '../discount/bonus-banner.tsx'
import { href } from '../../shell/routes.ts'
import { SignupLink } from '../../shell/open-signup.tsx'
import { t } from '../../state/i18n.ts'
import { settings } from '../../state/site.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { Ticks } from './credit-facts.tsx'
import styles from './credits.module.css'
import { PriceTable } from './packages.tsx'
import { FictionNote } from './pay-notes.tsx'
import { Shop } from './shop.tsx'

export const PremiumScreen = ({ me }: { me: User | null }) => (
  <ScreenColumn className={me ? styles['sides'] : undefined}>
    <div className={styles['about']}>
      {me?.paid_user ? (
        <Note tone="good" icon="crown">
          <p>{t('premium.member')}</p>
        </Note>
      ) : null}
      <section className={styles['section']}>
        <h2>{t('premium.heading')}</h2>
        <p>{t('premium.text')}</p>
        <Ticks
          lines={[
            t('premium.photos'),
            t('premium.ownPhotos', { limit: PHOTOS_PREMIUM }),
            t('premium.write'),
            t('premium.noRenewal'),
          ]}
        />
        <PremiumClaim />
      </section>
    </div>
    {me ? (
      <Shop />
    ) : (
      <>
        <PriceTable />
        <FictionNote />
        <div className={styles['ways']}>
          <SignupLink full>{t('pricing.join')}</SignupLink>
          <LinkButton kind="quiet" href={href('pricing')}>
            {t('title.pricing')}
          </LinkButton>
        </div>
        <BonusBanner />
      </>
    )}
  </ScreenColumn>
)

/** [PAY-14] The claim is never shown without its source. */
export const PremiumClaim = () => {
  useSignals()
  const claim = settings.value?.premium_claim
  if (!claim || claim.source.trim() === '') return null
  return (
    <figure className={styles['claim']}>
      <p>{t('premium.claim', { percentage: claim.percentage })}</p>
      <figcaption className="small muted">{t('premium.claimSource', { source: claim.source })}</figcaption>
    </figure>
  )
}
