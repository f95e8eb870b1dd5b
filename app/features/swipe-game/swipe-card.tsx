/** One profile as large as the screen allows: the portrait, its text, and the label that a drag fades in. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SwipeChoice } from '#contract/entities/like.ts'
import type { Photo as PhotoData } from '#contract/entities/photo.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { after } from '../../ports/clock.ts'
import { showsFullPhotos } from '../../ports/screen-size.ts'
import { fade, reducesMotion } from '../../ports/page.ts'
import { whenIdle } from '../../ports/idle.ts'
import { t, tCode } from '../../state/i18n.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { FictionalMark } from '../../ui/marks.tsx'
import { photoSource } from '../../ui/photo-source.ts'
import { Photo } from '../../ui/photo.tsx'
import { cardGone } from './game.ts'
import styles from './swipe-game.module.css'

/** The role of a card: on top, waiting below, or leaving. */
export type Role = 'top' | 'next' | SwipeChoice

type Props = {
  card: ProfileCard
  role: Role
  /** The card was passed and comes back by an undo. */
  isBack: boolean
}

/** The animation takes 260 ms in the style sheet; a browser that skips it must still remove the card. */
const GONE_AFTER_MS = 320

export const SwipeCard = ({ card, role, isBack }: Props) => {
  const ref = useRef<HTMLElement>(null)
  const [isSettled, setSettled] = useState(false)
  // Only when idle: decoding a large photo during an animation is too much for a small phone.
  useEffect(() => (role === 'top' && showsFullPhotos() ? whenIdle(() => setSettled(true)) : undefined), [role])
  const leaves = role === 'like' || role === 'pass'
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
  return (
    <article
      ref={ref}
      className={classes(styles['card'], styles[role])}
      data-role={role}
      aria-hidden={role === 'top' ? undefined : true}
      aria-label={t('ui.nameAge', { name: card.name, age: card.age })}
    >
      <Photo image={card.main_image} name={card.name} eager className={styles['photo']}>
        {isSettled && card.main_image && !card.main_image.locked ? <FullPhoto image={card.main_image} /> : null}
      </Photo>
      <div className={styles['shade']} data-shade />
      <Stamps />
      <div className={styles['info']}>
        {card.fictional ? <FictionalMark /> : null}
        <p className={classes('name', styles['name'])}>{t('ui.nameAge', { name: card.name, age: card.age })}</p>
        <p>{card.fictional ? t('ui.chatOnly') : placeOf(card)}</p>
      </div>
    </article>
  )
}

/** The large photo over the small one, which may be cached; only if the screen and the connection justify it. */
const FullPhoto = ({ image }: { image: PhotoData }) => {
  const [missing, setMissing] = useState(false)
  return missing ? null : (
    <img
      className={styles['full']}
      src={photoSource(image, 'full')}
      alt=""
      decoding="async"
      fetchPriority="low"
      draggable={false}
      onError={() => setMissing(true)}
    />
  )
}

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

const placeOf = ({ city, distance }: ProfileCard): string =>
  [city, distance === null ? '' : tCode('value', `distance_${distance}`)].filter((part) => part !== '').join(' · ')

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
