/**
 * A lander about one member, as a visitor may see them [SITE-6]. If visitors may not, or there is no such member, a
 * general lander without anybody: never an error.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useState, type ReactNode } from 'react'
import type { Profile } from '#contract/entities/profile.ts'
import { withoutSensitiveInterests } from '#contract/rules/sensitive.ts'
import { t, tCode, type TextKey } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { useResource } from '../../state/resource.ts'
import { classes } from '../../ui/classes.ts'
import { FictionalNote } from '../../ui/fictional-note.tsx'
import { Photo, Avatar } from '../../ui/photo.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LanderLayout, LanderWays } from './lander-frame.tsx'
import { MemberCaption, memberShown, startSignupTowards } from './lander-member.tsx'
import styles from './member-lander.module.css'

type MemberLanderProps = { profile: Profile; slug: string | undefined }

type Props = {
  look: 'seat' | 'words' | 'lines'
  /** The checked id of the path. */ id: string
  slug: string | undefined
}

export const MemberLander = ({ look, id, slug }: Props) => {
  const person = memberShown(useResource('members.get', { params: { id } }))
  if (person === 'waiting') return <WaitingMember slug={slug} />
  if (person === null) return <Nobody slug={slug} />
  if (look === 'seat') return <MemberSeat profile={person} slug={slug} />
  return look === 'words' ? <MemberWords profile={person} slug={slug} /> : <MemberLines profile={person} slug={slug} />
}

const Nobody = ({ slug }: { slug: string | undefined }) => {
  useSignals()
  usePageTitle(t('lander.nobodyHeadline'))
  return (
    <LanderLayout slug={slug} art={<TwoSeats you={t('lander.you')} />}>
      <h1>{t('lander.nobodyHeadline')}</h1>
      <p className={styles['lead']}>{t('lander.nobodyLead')}</p>
      <LanderWays>{t('lander.nobodyAction')}</LanderWays>
    </LanderLayout>
  )
}

const WaitingMember = ({ slug }: { slug: string | undefined }) => (
  <LanderLayout slug={slug} art={<TwoSeats you={t('lander.you')} />}>
    <Skeleton width="80%" height={40} />
    <Skeleton width="60%" />
    <Skeleton width="48%" height={48} />
  </LanderLayout>
)

const INTERESTS_SHOWN = 4

/** A page of a theatre programme: the portrait under an arch, and a few lines from the profile. */
const MemberLines = ({ profile, slug }: MemberLanderProps) => {
  useSignals()
  const { name, main_image: image } = profile
  const title = t('lander.linesHeadline', { name })
  usePageTitle(title)
  return (
    <LanderLayout
      slug={slug}
      art={
        <div className={styles['programme']}>
          <Photo image={image} name={name} eager className={styles['arch']} />
          <div className={styles['lines']}>
            <MemberCaption profile={profile} />
            <AboutMember profile={profile} />
          </div>
        </div>
      }
    >
      <h1>{title}</h1>
      <p className={styles['lead']}>{t('lander.linesLead')}</p>
      <LanderWays onLeave={() => startSignupTowards(profile)}>{t('lander.linesAction')}</LanderWays>
    </LanderLayout>
  )
}

/** The member's text and interests, without those about their sex life [ACC-18]. */
const AboutMember = ({ profile: { about_me: about, interests } }: { profile: Profile }) => {
  const shown = withoutSensitiveInterests(interests).slice(0, INTERESTS_SHOWN)
  return (
    <>
      {about === '' ? null : (
        <p className={styles['about']} dir="auto">
          {about}
        </p>
      )}
      {shown.length === 0 ? null : (
        <ul className={styles['interests']}>
          {shown.map((interest) => (
            <li key={interest}>{tCode('interest', interest)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The member's portrait on one seat, and the other seat free. */
const MemberSeat = ({ profile, slug }: MemberLanderProps) => {
  useSignals()
  const { name, main_image: image } = profile
  const title = t('lander.seatHeadline', { name })
  usePageTitle(title)
  return (
    <LanderLayout
      slug={slug}
      art={
        <figure className={styles['figure']}>
          <TwoSeats you={t('lander.you')}>
            <Photo image={image} name={name} eager className={styles['portrait']} />
          </TwoSeats>
          <figcaption>
            <MemberCaption profile={profile} />
          </figcaption>
        </figure>
      }
    >
      <h1>{title}</h1>
      <p className={styles['lead']}>{t('lander.seatLead')}</p>
      <LanderWays onLeave={() => startSignupTowards(profile)}>{t('lander.seatAction')}</LanderWays>
    </LanderLayout>
  )
}

/**
 * A conversation without messages: three first messages to choose from; the chosen one goes into the signup [ACC-1].
 */
const BEGINNINGS: readonly TextKey[] = ['lander.wordsDay', 'lander.wordsPlace', 'lander.wordsTea']

const MemberWords = ({ profile, slug }: MemberLanderProps) => {
  useSignals()
  const { name, main_image: image, fictional } = profile
  const [chosen, setChosen] = useState<TextKey | null>(null)
  const title = t('lander.wordsHeadline', { name })
  usePageTitle(title)
  return (
    <LanderLayout
      slug={slug}
      words="after"
      art={
        <div className={styles['chat']}>
          <div className={styles['partner']}>
            <Avatar image={image} name={name} size={64} />
            <MemberCaption profile={profile} />
          </div>
          {fictional ? <FictionalNote name={name} /> : null}
          <div className={styles['beginnings']} role="group" aria-label={t('lander.wordsGroup')}>
            {BEGINNINGS.map((text) => (
              <button
                key={text}
                type="button"
                className={styles['bubble']}
                aria-pressed={chosen === text}
                onClick={() => setChosen(chosen === text ? null : text)}
              >
                {t(text)}
              </button>
            ))}
          </div>
        </div>
      }
    >
      <h1>{title}</h1>
      <p className={styles['lead']}>{t('lander.wordsLead')}</p>
      <LanderWays onLeave={() => startSignupTowards(profile, chosen === null ? '' : t(chosen))}>
        {t('lander.wordsAction')}
      </LanderWays>
    </LanderLayout>
  )
}

type SeatsProps = {
  /** The content of the first seat; without content it is plain. */
  children?: ReactNode
  /** The text in the free seat. */
  you: string
}

/** Two seats that lean towards each other: an occupied one and a free one. */
const TwoSeats = ({ children, you }: SeatsProps) => (
  <div className={styles['pair']}>
    <div className={classes(styles['seat'], styles['first'])}>{children}</div>
    <div className={classes(styles['seat'], styles['free'])}>
      <span>{you}</span>
    </div>
  </div>
)
