/** One profile as large as the screen allows: its photos, its words, its details, and the label that a drag fades in. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { SwipeChoice } from '#contract/entities/like.ts'
import type { Profile, ProfileCard } from '#contract/entities/profile.ts'
import { after } from '../../ports/clock.ts'
import { fade, reducesMotion } from '../../ports/page.ts'
import { t, tCode } from '../../state/i18n.ts'
import { isOnline } from '../../state/presence.ts'
import { useResource } from '../../state/resource.ts'
import { user } from '../../state/session.ts'
import { RoundButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { FictionalMark, OnlineDot } from '../../ui/marks.tsx'
import { photosOf, sharedFirst } from '../profile/facts.ts'
import { CardDetails } from './card-details.tsx'
import { CardPhotos } from './card-photos.tsx'
import { cardGone } from './game.ts'
import styles from './swipe-card.module.css'

/** The role of a card: on top, waiting below, or leaving. */
export type Role = 'top' | 'next' | SwipeChoice

type Props = {
  card: ProfileCard
  role: Role
  /** The card was passed and comes back by an undo. */
  isBack: boolean
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The animation takes 260 ms in the style sheet; a browser that skips it must still remove the card. */
const GONE_AFTER_MS = 320
/** The details list more shared interests. */
const SHARED_MAX = 3

export const SwipeCard = ({ card, role, isBack, isOpen, onOpen }: Props) => {
  useSignals()
  const ref = useRef<HTMLElement>(null)
  const leaves = role === 'like' || role === 'pass'
  const isTop = role === 'top'
  // The waiting cards ask too, so that a card has its words before it is on top.
  const { data, error } = useResource('members.get', { params: { id: String(card.id) } })
  const profile = data?.profile ?? null
  useLayoutEffect(() => {
    if (isBack && ref.current) comeBack(ref.current)
  }, [isBack])
  useEffect(() => {
    if (!leaves) return undefined
    const fading = ref.current && reducesMotion() ? fade(ref.current, 1, 0) : null
    const stop = after(GONE_AFTER_MS, () => cardGone(card.id))
    return () => {
      stop()
      fading?.cancel()
    }
  }, [leaves, card.id])
  const photos = photosOf({ main_image: card.main_image, photos: profile?.photos ?? [] })
  const shared = sharedInterests(profile)
  return (
    <article
      ref={ref}
      className={classes(styles['card'], styles[role], isTop && isOpen && styles['opened'])}
      data-role={role}
      aria-hidden={isTop ? undefined : true}
      inert={!isTop}
      aria-label={t('ui.nameAge', { name: card.name, age: card.age })}
    >
      <CardPhotos name={card.name} photos={photos} isTop={isTop}>
        <Words card={card} profile={profile} shared={shared} isLoading={profile === null && error === null} />
      </CardPhotos>
      {isTop && profile ? (
        <>
          <RoundButton
            icon="chevron-up"
            className={styles['openDetails']}
            data-opens-details=""
            label={t('swipe.details', { name: card.name })}
            aria-expanded={isOpen}
            onClick={() => onOpen(true)}
          />
          <CardDetails
            profile={profile}
            place={cardPlace(card)}
            shared={shared}
            wantsSame={wantsRelationship(profile) && wantsRelationship(user.value?.profile ?? null)}
            isOpen={isOpen}
            onClose={() => onOpen(false)}
          />
        </>
      ) : null}
      <div className={styles['shade']} data-shade />
      <Stamps />
    </article>
  )
}

/**
 * Name, place, one line of the bio, and the interests of both. All of them appear together: bio and interests come later than
 * the card, and would push a name that is already visible upwards [SHELL-20]. A photo is never without the mark of a fictional
 * profile [SAFE-7].
 */
const Words = ({
  card,
  profile,
  shared,
  isLoading,
}: {
  card: ProfileCard
  profile: Profile | null
  shared: readonly string[]
  isLoading: boolean
}) => {
  useSignals()
  // The box of the words moves with its first line, so the mark of a loading card has a box of its own.
  if (isLoading && card.fictional)
    return (
      <div key="mark" className={styles['info']}>
        <FictionalMark />
      </div>
    )
  return (
    <div key="words" className={classes(styles['info'], isLoading && styles['wordsLoading'])}>
      {card.fictional ? <FictionalMark /> : null}
      <p className={classes('name', styles['name'])}>
        {t('ui.nameAge', { name: card.name, age: card.age })}
        {isOnline(card) ? <OnlineDot /> : null}
      </p>
      {cardPlace(card) === '' ? null : (
        <p className={styles['place']}>
          {card.fictional ? null : <Icon name="pin" size={16} />}
          {cardPlace(card)}
        </p>
      )}
      {profile === null || profile.about_me === '' ? null : (
        <p className={styles['bio']} dir="auto">
          {profile.about_me}
        </p>
      )}
      {shared.length === 0 ? null : (
        <ul className={styles['shares']} aria-label={t('swipe.shared')}>
          {shared.slice(0, SHARED_MAX).map((interest) => (
            <li key={interest}>
              <Icon name="check" size={16} />
              {interest}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The words of the interests that the viewer has too. */
const sharedInterests = (profile: Profile | null): string[] =>
  sharedFirst(profile?.interests ?? [], user.value?.profile.interests ?? [])
    .filter(({ shared, interest }) => shared && interest !== 'relationship')
    .map(({ interest }) => tCode('interest', interest))

const wantsRelationship = (profile: Pick<Profile, 'interests'> | null): boolean =>
  profile?.interests.includes('relationship') ?? false

/** The label that a drag fades in before the release; screen readers use the buttons instead. */
const Stamps = () => (
  <>
    <span className={classes(styles['stamp'], styles['likeStamp'])} data-stamp="like" aria-hidden="true">
      <Icon name="heart" filled />
      {t('swipe.likeStamp')}
    </span>
    <span className={classes(styles['stamp'], styles['passStamp'])} data-stamp="pass" aria-hidden="true">
      <Icon name="x" />
      {t('swipe.passStamp')}
    </span>
  </>
)

/** A fictional profile has no place to meet [SAFE-7]. */
export const cardPlace = ({ city, distance, fictional }: ProfileCard): string =>
  fictional
    ? t('ui.chatOnly')
    : [city, distance === null ? '' : tCode('value', `distance_${distance}`)].filter((part) => part !== '').join(' · ')

/** The card returns from the left, where it left. A card still in motion reverses by itself. */
const comeBack = (card: HTMLElement): void => {
  if (reducesMotion()) {
    fade(card, 0, 1)
    return
  }
  if (getComputedStyle(card).transform !== 'none' && card.getAnimations().length > 0) return
  card.style.transition = 'none'
  card.style.transform = 'translate3d(-130%, 0, 0) rotate(-12deg)'
  // Forces a layout: without a computed start position there is no transition.
  card.getBoundingClientRect()
  card.style.transition = ''
  card.style.transform = ''
}
