/** The front page: the facing pair, one action, three plain facts, people to look at. */
import { useSignals } from '@preact/signals-react/runtime'
import { href } from '../../shell/routes.ts'
import { SignupLink } from '../../shell/open-signup.tsx'
import { t } from '../../state/i18n.ts'
import { likelySettings } from '../../state/site.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Pair } from '../../ui/pair.tsx'
import { Facts } from './facts.tsx'
import styles from './index.module.css'
import { PeopleNearby } from './people-nearby.tsx'
import kofi from './portraits/kofi.svg'
import yuki from './portraits/yuki.svg'

export const IndexScreen = () => {
  useSignals()
  const credits = likelySettings.value.signup_credits
  return (
    <div className={styles['landing']}>
      <section className={styles['hero']}>
        <div className={styles['dusk']}>
          <Pair left={{ source: yuki, name: '' }} right={{ source: kofi, name: '', mirrored: true }} icon="message" />
        </div>
        <div className={styles['words']}>
          <h1>{t('index.headline')}</h1>
          <p className={styles['lead']}>{t('index.leadCredits', { count: credits })}</p>
          <div className={styles['ways']}>
            <SignupLink>{t('index.signup')}</SignupLink>
            <LinkButton kind="quiet" href={href('members')}>
              {t('index.lookAround')}
            </LinkButton>
          </div>
        </div>
      </section>
      <Facts className={styles['framed']} />
      <PeopleNearby />
    </div>
  )
}
