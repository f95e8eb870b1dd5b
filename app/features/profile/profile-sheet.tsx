/** Everything that is said about a member; the warning of a fictional one stands above the fold [SAFE-7]. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { Profile } from '#contract/entities/profile.ts'
import { now } from '../../ports/clock.ts'
import { countryName } from '../../state/format.ts'
import { t, tCode, type TextKey } from '../../state/i18n.ts'
import { isOnline } from '../../state/presence.ts'
import { Chip } from '../../ui/chip.tsx'
import { FictionalMark, OnlineMark } from '../../ui/marks.tsx'
import { Note } from '../../ui/note.tsx'
import { placeOf, sharedFirst } from './facts.ts'
import styles from './profile.module.css'

type Props = {
  profile: Profile
  /** The viewer, for what is in common; null for visitors. */
  me: Pick<Profile, 'interests'> | null
  thumbs: ReactNode
  actions: ReactNode
}

export const ProfileSheet = ({ profile, me, thumbs, actions }: Props) => {
  useSignals()
  const interests = sharedFirst(profile.interests, me?.interests ?? [])
  const shared = interests.filter((item) => item.shared).length
  return (
    <div className={styles['sheet']}>
      <header>
        <div className={styles['name']}>
          <h1 id="profile-name">{t('ui.nameAge', { name: profile.name, age: profile.age })}</h1>
          {profile.fictional ? <FictionalMark /> : isOnline(profile, now()) ? <OnlineMark /> : null}
        </div>
        <p className="muted">
          {profile.fictional ? t('ui.chatOnly') : `${placeOf(profile)} · ${countryName(profile.country)}`}
        </p>
      </header>
      {profile.fictional ? (
        <Note tone="fiction">
          <p>
            <b>{t('profile.fictionalTitle', { name: profile.name })}</b> {t('profile.fictionalText')}
          </p>
        </Note>
      ) : null}
      {profile.likes_me ? <p className={styles['likesMe']}>{t('profile.likesYou', { name: profile.name })}</p> : null}
      {actions}
      {shared > 0 ? (
        <p>
          <Chip on>{t('profile.shared', { count: shared })}</Chip>
        </p>
      ) : null}
      {thumbs}
      {profile.about_me === '' ? null : <p className={styles['about']}>{profile.about_me}</p>}
      <Facts profile={profile} />
      {interests.length === 0 ? null : (
        <section className={styles['section']}>
          <h2>{t('profile.interests')}</h2>
          <ul className={styles['chips']}>
            {interests.map(({ interest, shared: both }) => (
              <li key={interest}>
                <Chip on={both} {...(both ? { icon: 'check' as const } : {})}>
                  {tCode('interest', interest)}
                  {both ? <span className="vh">{t('profile.inCommon')}</span> : null}
                </Chip>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const Facts = ({ profile }: { profile: Profile }) => {
  const facts: [TextKey, string | null][] = [
    ['profile.hair', profile.hair_colour === null ? null : tCode('value', `hair_${profile.hair_colour}`)],
    ['profile.eyes', profile.eye_colour === null ? null : tCode('value', `eyes_${profile.eye_colour}`)],
    ['profile.build', profile.body_type === null ? null : tCode('value', `body_${profile.body_type}`)],
    [
      'profile.status',
      profile.relationship_status === null ? null : tCode('value', `status_${profile.relationship_status}`),
    ],
  ]
  const known = facts.filter(([, value]) => value !== null)
  if (known.length === 0) return null
  return (
    <section className={styles['section']}>
      <h2>{t('profile.facts')}</h2>
      <dl className={styles['facts']}>
        {known.map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
