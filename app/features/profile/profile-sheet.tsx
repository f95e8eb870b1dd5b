/** All facts about a member; the warning about a fictional profile is above the fold [SAFE-7]. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { Profile } from '#contract/entities/profile.ts'
import { PROFILE_FACTS, SHOWN_FACTS } from '#contract/entities/profile-facts.ts'
import { countryName } from '../../state/format.ts'
import { t, tCode } from '../../state/i18n.ts'
import { isOnline } from '../../state/presence.ts'
import { Chip } from '../../ui/chip.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { FictionalMark, OnlineMark } from '../../ui/marks.tsx'
import { FictionalNote } from '../../ui/fictional-note.tsx'
import { Note } from '../../ui/note.tsx'
import { factRows, factText } from '../profile-fields/fact-texts.ts'
import { profilePlace, sharedFirst } from './facts.ts'
import styles from './profile.module.css'

type Props = {
  profile: Profile
  /** The viewer, for shared interests; null for visitors. */
  me: Pick<Profile, 'interests'> | null
  thumbs: ReactNode
  /** The answered prompts. */
  prompts?: ReactNode
  actions: ReactNode
  /** Shown under everything else. */
  children?: ReactNode
}

export const ProfileSheet = ({ profile, me, thumbs, prompts, actions, children }: Props) => {
  useSignals()
  const interests = sharedFirst(profile.interests, me?.interests ?? [])
  const shared = interests.filter((item) => item.shared).length
  return (
    <div className={styles['sheet']}>
      <header>
        <div className={styles['name']}>
          <h1 id="profile-name">{t('ui.nameAge', { name: profile.name, age: profile.age })}</h1>
          {profile.fictional ? <FictionalMark /> : isOnline(profile) ? <OnlineMark /> : null}
        </div>
        <p className="muted">{profile.fictional ? t('ui.chatOnly') : whereOf(profile)}</p>
      </header>
      {profile.fictional ? <FictionalNote name={profile.name} /> : null}
      {profile.reserved && profile.closed === null && profile.exists ? (
        <Note icon="lock">
          <p>
            <b>{t('profile.reservedTitle', { name: profile.name })}</b>{' '}
            {/* A chat opens nothing if the member is invisible and has not answered, or if the message waits for the desk. */}
            {t(profile.talked === true ? 'profile.reservedTalked' : 'photo.lock_reserved', { name: profile.name })}
          </p>
        </Note>
      ) : null}
      {profile.card_only ? (
        <Note icon="offline">
          <p>{t('profile.cardOnly')}</p>
        </Note>
      ) : null}
      {profile.likes_me ? <p className={styles['likesMe']}>{t('profile.likesYou', { name: profile.name })}</p> : null}
      {actions}
      <Highlights profile={profile} shared={shared} />
      {thumbs}
      {profile.about_me === '' ? null : (
        <p className={styles['about']} dir="auto">
          {profile.about_me}
        </p>
      )}
      {prompts}
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
      {children}
    </div>
  )
}

/** City, region and country as far as the profile shows them, and the distance. */
const whereOf = (profile: Profile): string =>
  [
    ...(profile.city === '' ? [] : [profilePlace(profile)]),
    ...(profile.country === null ? [] : [countryName(profile.country)]),
    ...(profile.distance === null ? [] : [tCode('value', `distance_${profile.distance}`)]),
  ].join(' · ')

/** The highlights: relationship wish, relationship status, shared interests. */
const Highlights = ({ profile, shared }: { profile: Profile; shared: number }) => {
  const isSearching = profile.interests.includes('relationship')
  if (!isSearching && profile.relationship_status === null && shared === 0) return null
  return (
    <ul className={styles['chips']} aria-label={t('profile.highlights')}>
      {isSearching ? (
        <li>
          <Chip>{t('profile.wantsRelationship')}</Chip>
        </li>
      ) : null}
      {profile.relationship_status === null ? null : (
        <li>
          <Chip>{factText('relationship_status', profile.relationship_status)}</Chip>
        </li>
      )}
      {shared > 0 ? (
        <li>
          <Chip on>{t('profile.shared', { count: shared })}</Chip>
        </li>
      ) : null}
    </ul>
  )
}

/** The sensitive facts come last. */
const FACTS_IN_SHEET = [
  ...SHOWN_FACTS.filter((name) => !PROFILE_FACTS[name].sensitive),
  ...SHOWN_FACTS.filter((name) => PROFILE_FACTS[name].sensitive),
]

const Facts = ({ profile }: { profile: Profile }) => {
  const known = factRows(FACTS_IN_SHEET, profile)
  if (known.length === 0) return null
  return (
    <section className={styles['section']}>
      <h2>{t('profile.facts')}</h2>
      <FactList facts={known} />
    </section>
  )
}
