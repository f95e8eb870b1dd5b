/** The swipe game [LIKE-5]: one person at a time, a like to the right, a pass to the left. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useState } from 'react'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { SWIPE_LIKES_A_DAY } from '#contract/limits.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { SearchLinks } from '../members/search-links.tsx'
import { after, serverNow } from '../../ports/clock.ts'
import { mayPrefetch, whenIdle } from '../../ports/idle.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { FailedData } from '../../shell/failed-read.tsx'
import { BackLink } from '../../shell/back-link.tsx'
import { connection } from '../../state/connection.ts'
import { t, locale } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { user } from '../../state/session.ts'
import { wantedGenderOf } from '../../state/wanted-gender.ts'
import { Icon } from '../../ui/icon.tsx'
import { photoSource } from '../../ui/photo-source.ts'
import { QuietLine } from '../../ui/note.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { href } from '../../shell/routes.ts'
import { timeOfDay } from '../../state/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Deck } from './deck.ts'
import { DeckView } from './deck-view.tsx'
import { game, swipeInput, takeAnswer } from './game.ts'
import { cardPlace } from './swipe-card.tsx'
import styles from './swipe-game.module.css'

const WantedGenderScreen = lazyPart(() => import('../visitor-screens.ts').then((part) => part.WantedGenderScreen))

export const SwipeGameScreen = () => {
  useSignals()
  const { left } = game.value
  const me = user.value
  const isUnanswered = me !== null && wantedGenderOf(me) === null
  return (
    <div className={styles['screen']}>
      <div className={styles['ways']}>
        <SearchLinks current="swipe-game" />
      </div>
      <div className={styles['bar']}>
        <BackLink route="swipe-game" className={styles['back']} />
        <h1 className={styles['title']}>{t('title.swipe')}</h1>
        {left === null || isUnanswered ? null : (
          <p className={styles['left']}>
            <Icon name="heart" size={16} filled />
            {t('swipe.left', { count: left, of: SWIPE_LIKES_A_DAY })}
          </p>
        )}
      </div>
      {me && isUnanswered ? (
        <Suspense>
          <WantedGenderScreen me={me} />
        </Suspense>
      ) : me ? (
        <Game />
      ) : null}
      <p className="vh" role="status">
        {me && !isUnanswered ? spokenWords(game.value, connection.value.online) : null}
      </p>
    </div>
  )
}

/** The announcement for screen readers: the card on top, or why there is none. */
export const spokenWords = ({ cards: [top], left, resetsAt }: Deck, online: boolean): string | null => {
  if (left === null) return null
  if (left === 0 && resetsAt !== null) return t('swipe.over')
  return top
    ? t('swipe.now', { name: top.name, age: top.age, place: cardPlace(top) })
    : t(online ? 'swipe.none' : 'swipe.noneHeld')
}

const Game = () => {
  useSignals()
  const { data, error, refresh } = useResource('swipe.get', swipeInput())
  const { cards, left, leaving, resetsAt } = game.value
  const { online } = connection.value
  useEffect(() => {
    if (data) takeAnswer(data)
  }, [data])
  useEffect(() => {
    const wait = (resetsAt ?? 0) - serverNow()
    return wait > 0 ? after(wait, () => void refresh()) : undefined
  }, [resetsAt, refresh])
  usePhotosAhead(cards)
  const hasWords = useFirstWords(cards[0]?.id ?? null)
  if (left === null) return error ? <FailedDeck error={error} retry={refresh} /> : <DeckSkeleton />
  // Let the last card leave before the end screen replaces it.
  if (leaving.length === 0 && left === 0 && resetsAt !== null) return <NoLikesLeft resetsAt={resetsAt} />
  if (leaving.length === 0 && cards.length === 0) return <NoPeopleLeft online={online} />
  if (!hasWords) return <DeckSkeleton />
  return (
    <>
      {online ? null : <QuietLine icon="clock">{t('swipe.offline')}</QuietLine>}
      <DeckView isCached={!online} />
    </>
  )
}

/** Whether the first card has its words, or cannot have them: then they do not push its name up. Later cards ask ahead. */
const useFirstWords = (id: number | null): boolean => {
  const { data, error } = useResource('members.get', id === null ? null : { params: { id: String(id) } })
  const [isOver, setOver] = useState(false)
  const isAnswered = data !== null || error !== null
  if (isAnswered && !isOver) setOver(true)
  return isOver || isAnswered
}

/** The placeholder of the game while the first cards load. */
const DeckSkeleton = () => (
  <div className={styles['game']}>
    <Loading />
    <div className={styles['deck']}>
      <Skeleton className={styles['cardSkeleton']} height="100%" width="100%" />
    </div>
    <div className={styles['keys']}>
      {[50, 64, 66, 52].map((size) => (
        <Skeleton key={size} round width={size} height={size} />
      ))}
    </div>
  </div>
)

/** The page renders the first three anyway. Four more are some seconds of swiping and about 100 kB. */
const SHOWN = 3
const AHEAD = 4

/** The photos to prefetch now. */
export const photosToPrefetch = (cards: readonly ProfileCard[]): string[] =>
  cards
    .slice(SHOWN, SHOWN + AHEAD)
    .flatMap(({ main_image: image }) => (image === null ? [] : [photoSource(image, 'card')]))

const usePhotosAhead = (cards: readonly ProfileCard[]): void => {
  const wanted = photosToPrefetch(cards).join(' ')
  useEffect(() => {
    if (wanted === '' || !mayPrefetch()) return undefined
    return whenIdle(() => {
      for (const source of wanted.split(' ')) {
        const image = new Image()
        image.fetchPriority = 'low'
        image.src = source
      }
    })
  }, [wanted])
}

const NoLikesLeft = ({ resetsAt }: { resetsAt: number }) => (
  <div className={styles['end']}>
    <EmptyState
      title={t('swipe.over')}
      text={t('swipe.overText', { count: SWIPE_LIKES_A_DAY, day: weekdayOf(resetsAt), time: timeOfDay(resetsAt) })}
    >
      <LinkButton href={href('likes')}>{t('swipe.seeLikes')}</LinkButton>
      <LinkButton kind="quiet" href={href('members')}>
        {t('likes.findPeople')}
      </LinkButton>
    </EmptyState>
  </div>
)

/** Without a connection there may be more people who are not on this device. */
const NoPeopleLeft = ({ online }: { online: boolean }) => (
  <div className={styles['end']}>
    <EmptyState
      title={t(online ? 'swipe.none' : 'swipe.noneHeld')}
      text={t(online ? 'swipe.noneText' : 'swipe.noneHeldText')}
    >
      <LinkButton href={href('members')}>{t('swipe.wider')}</LinkButton>
      <LinkButton kind="quiet" href={href('match-finder')}>
        {t('members.forYou')}
      </LinkButton>
    </EmptyState>
  </div>
)

const FailedDeck = ({ error, retry }: { error: ErrorBody; retry: () => Promise<void> }) => {
  useSignals()
  return (
    <div className={styles['end']}>
      <FailedData error={error} onRetry={retry} />
    </div>
  )
}

/** The weekday is enough, since the time is never far away. */
const weekdayOf = (at: number): string => new Intl.DateTimeFormat(locale.value, { weekday: 'long' }).format(at)
