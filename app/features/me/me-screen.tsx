/** One's own profile: how others see it, credits, language, logout. */
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import type { User } from '#contract/entities/user.ts'
import { COMPLETE_LOCALES } from '#contract/locales.ts'
import { ActivationNote } from '../../shell/activation-note.tsx'
import { askLogout } from '../../shell/logout.ts'
import { moneyRouteOf } from '../../shell/navigation-counts.ts'
import { href } from '../../shell/routes.ts'
import { connection } from '../../state/connection.ts'
import { countryName, languageName } from '../../state/format.ts'
import { locale, t, tCode } from '../../state/i18n.ts'
import { chooseLanguage } from '../../state/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Photo } from '../../ui/photo.tsx'
import { SegmentedChoice } from '../../ui/segmented.tsx'
import { Failed } from './failed-writes.tsx'
import styles from './me.module.css'

export const MeScreen = ({ me }: { me: User }) => {
  useSignals()
  const { profile } = me
  const { failed } = connection.value
  return (
    <div className={styles['screen']}>
      <div className={styles['who']}>
        <Photo
          image={profile.main_image}
          name={profile.name}
          alt={t('me.photo')}
          size="card"
          eager
          className={styles['photo']}
        />
        <div className="stack" style={{ '--gap': 'var(--s1)' } as React.CSSProperties}>
          <h2>{t('ui.nameAge', { name: profile.name, age: profile.age })}</h2>
          <p className="muted">{`${profile.city}, ${countryName(profile.country)}`}</p>
          <p className="small muted">{me.email}</p>
        </div>
      </div>
      <div className={styles['parts']}>
        {me.status === 'not_confirmed' ? <ActivationNote /> : null}
        {failed.length > 0 ? <Failed writes={failed} /> : null}
        <Link href={href(moneyRouteOf(me))} className={styles['row']}>
          <Icon name="coins" />
          <span className="grow">
            <span className="strong">{t('me.credits', { count: me.credits })}</span>
            <span className={styles['under']}>{t('me.creditsHint')}</span>
          </span>
          <Icon name="chevron-right" size={20} />
        </Link>
        {profile.about_me === '' ? null : (
          <section className={styles['section']}>
            <h3>{t('me.about')}</h3>
            <p className={styles['about']}>{profile.about_me}</p>
          </section>
        )}
        {profile.interests.length === 0 ? null : (
          <section className={styles['section']}>
            <h3>{t('profile.interests')}</h3>
            <ul className={styles['chips']}>
              {profile.interests.map((interest) => (
                <li key={interest}>
                  <Chip>{tCode('interest', interest)}</Chip>
                </li>
              ))}
            </ul>
          </section>
        )}
        <LinkButton kind="second" href={href('members-id', { id: me.id })}>
          {t('me.seeAsOthers')}
        </LinkButton>
        <section className={styles['section']}>
          <h3>{t('shell.language')}</h3>
          <SegmentedChoice
            label={t('shell.language')}
            name="language"
            value={locale.value}
            items={COMPLETE_LOCALES.map((code) => ({
              value: code,
              label: languageName(code),
            }))}
            onChange={(code) => void chooseLanguage(code)}
          />
        </section>
        <Button kind="quiet" plain icon="log-out" onClick={askLogout}>
          {t('shell.logout')}
        </Button>
      </div>
    </div>
  )
}
