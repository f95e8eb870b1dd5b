/** The member's own profile, edited in place [PROF-9]; credits, settings, logout. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { User } from '#contract/entities/user.ts'
import { knownPrompts } from '#contract/entities/prompts.ts'
import { missingOf, type ProfilePart } from '#contract/rules/completeness.ts'
import { ActivationNote } from '../../shell/lines.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { askLogout, askLogoutOfAddress } from '../../shell/logout.ts'
import { href, moneyRouteOf } from '../../shell/routes.ts'
import { connection } from '../../state/connection.ts'
import { countryName } from '../../state/format.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Photo } from '../../ui/photo.tsx'
import { RowDetails, RowLink, Rows } from '../../ui/rows.tsx'
import { Note, StatusText } from '../../ui/note.tsx'
import { repeatAnchor } from '../../ui/use-anchor.ts'
import { InstallRow } from '../install/install-dialog.tsx'
import { RefusedWrites } from './refused-writes.tsx'
import styles from './me.module.css'
import { PhotoManager } from './photos/photo-manager.tsx'
import { ProfileSections } from './profile-sections.tsx'
import { SuspensionNote, useIsSuspended } from './suspension.tsx'

/** In a part of its own: what every screen installs must not bring the whole of Me along. */
const SiteLinks = lazyPart(() => import('../../shell/footer.tsx').then((part) => part.SiteLinks), 'first')

export const MeScreen = ({ me }: { me: User }) => {
  useSignals()
  const { profile } = me
  const { failed, online } = connection.value
  const isSuspended = useIsSuspended()
  useEffect(() => void askLogoutOfAddress(), [])
  return (
    <div className={styles['screen']}>
      <div className={styles['who']}>
        <Photo image={profile.main_image} name={profile.name} alt={t('me.photo')} size="card" eager />
        <div className="stack" style={{ '--gap': 'var(--s1)' } as React.CSSProperties}>
          <h2>{t('ui.nameAge', { name: profile.name, age: profile.age })}</h2>
          <p className="muted">
            {profile.city === '' ? countryName(profile.country) : `${profile.city}, ${countryName(profile.country)}`}
          </p>
          {profile.waiting && !online ? (
            <StatusText className="small muted">
              <Icon name="clock" size={16} /> {t('ui.waitsForNetwork')}
            </StatusText>
          ) : null}
          <p className="small muted">{me.email}</p>
        </div>
        <LinkButton
          kind="second"
          small
          icon="eye"
          href={href('members-id', { id: me.id })}
          className={styles['see'] ?? ''}
        >
          {t('me.seeAsOthers')}
        </LinkButton>
      </div>
      <div className={styles['parts']}>
        {me.status === 'not_confirmed' ? <ActivationNote /> : null}
        {failed.length > 0 ? <RefusedWrites title={t('me.refused', { count: failed.length })} writes={failed} /> : null}
        <Link href={href(moneyRouteOf(me))} className={classes(styles['row'], styles['tabless'])}>
          <Icon name="coins" />
          <span className="grow">
            <span className="strong">{t('shell.balance', { count: me.credits })}</span>
            <span className={styles['under']}>{t('me.creditsHint')}</span>
          </span>
          <Icon name="chevron-right" size={20} />
        </Link>
        {isSuspended ? <SuspensionNote /> : <MissingParts me={me} />}
        <fieldset className={styles['profile']} disabled={isSuspended}>
          <PhotoManager me={me} isSuspended={isSuspended} />
          <ProfileSections me={me} />
        </fieldset>
        <Link href={href('notifications')} className={classes(styles['row'], styles['tabless'])}>
          <Icon name="settings" />
          <span className="grow">
            <span className="strong">{t('me.settings')}</span>
            <span className={styles['under']}>{t('me.settingsHint')}</span>
          </span>
          <Icon name="chevron-right" size={20} />
        </Link>
        <InstallRow />
        <Rows>
          <RowLink icon="shield" href={href('pages-safety')} label={t('footer.safety')} hint={t('me.safetyHint')} />
          <RowDetails icon="info" label={t('footer.help')} hint={t('footer.legal')}>
            <SiteLinks />
          </RowDetails>
        </Rows>
        <Button kind="quiet" plain icon="log-out" className={styles['tabless'] ?? ''} onClick={askLogout}>
          {t('shell.logout')}
        </Button>
      </div>
    </div>
  )
}

type Wish = { anchor: string; text: TextKey; brings: TextKey }

const WAYS: Record<ProfilePart | 'prompts', Wish> = {
  photo: { anchor: 'photos', text: 'me.missing_photo', brings: 'me.brings_photo' },
  about_me: { anchor: 'about', text: 'me.missing_about_me', brings: 'me.brings_about_me' },
  city: { anchor: 'place', text: 'me.missing_city', brings: 'me.brings_city' },
  interests: { anchor: 'interests', text: 'me.missing_interests', brings: 'me.brings_interests' },
  facts: { anchor: 'facts', text: 'me.missing_facts', brings: 'me.brings_facts' },
  prompts: { anchor: 'prompts', text: 'me.missing_prompts', brings: 'me.brings_prompts' },
}

/** The parts missing from the profile: what each brings, and a link to its form; nothing if none is missing. */
const MissingParts = ({ me }: { me: User }) => {
  // A profile without prompts is complete, so no mail reminds of them; here they are one more idea.
  const missing = [
    ...missingOf(me.profile),
    ...(knownPrompts(me.profile.prompts).length === 0 ? ['prompts' as const] : []),
  ]
  if (missing.length === 0) return null
  return (
    <Note tone="plum" icon="sparkles">
      <p className={styles['missingTitle']}>{t('me.missingTitle')}</p>
      <ul>
        {missing.map((part) => (
          <li key={part}>
            <a
              href={`#${WAYS[part].anchor}`}
              className={styles['missing']}
              onClick={() => repeatAnchor(WAYS[part].anchor)}
            >
              <span className="grow">
                {t(WAYS[part].text)}
                <span className={styles['under']}>{t(WAYS[part].brings)}</span>
              </span>
              <Icon name="chevron-right" size={18} />
            </a>
          </li>
        ))}
      </ul>
    </Note>
  )
}
