/** The likes: received with the new ones first, sent, matches [LIKE-1]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { ProfileCard as ProfileCardData } from '#contract/entities/profile.ts'
import { LIKE_TYPES, type LikeType } from '#contract/screen-paths.ts'
import { call } from '../../ports/api.ts'
import { now } from '../../ports/clock.ts'
import { FailedData } from '../../shell/failed-read.tsx'
import { href } from '../../shell/routes.ts'
import { connection, waitingWords } from '../../state/connection.ts'
import { agoOf, timeOf } from '../../state/format.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { firstOfEach, useLaterPages, type LaterPages } from '../../state/later-pages.ts'
import { receivedInOrder, type Likes } from '../../state/likes.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { useResource } from '../../state/resource.ts'
import { counts } from '../../state/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useSteps } from '../../ui/first-rows.ts'
import { Badge } from '../../ui/marks.tsx'
import { MoreRows } from '../../ui/more-button.tsx'
import { Avatar } from '../../ui/photo.tsx'
import { CardGrid, CardSkeletons, ProfileCard } from '../../ui/profile-card.tsx'
import { SegmentedLinks } from '../../ui/segmented.tsx'
import { LikeButton } from './like-button.tsx'
import styles from './likes.module.css'

const LABELS: Record<LikeType, TextKey> = {
  received: 'likes.received',
  sent: 'likes.sent',
  matches: 'likes.matches',
}
const HEADINGS: Record<LikeType, TextKey> = {
  received: 'likes.theyLikeYou',
  sent: 'likes.youLike',
  matches: 'likes.yourMatches',
}

const LISTS = { received: 'liked_by', sent: 'liked', matches: 'matches' } as const satisfies Record<
  LikeType,
  keyof Likes
>

export const LikesScreen = ({ type }: { type: LikeType }) => {
  useSignals()
  usePageTitle(type === 'received' ? null : t(HEADINGS[type]))
  const { data: first, error, cachedAt, refresh } = useResource('likes.get', { query: {} })
  const laterPages = useLaterPages('likes', first, likesAfter)
  const data = useMemo(() => first && allLikes([first, ...laterPages.pages]), [first, laterPages.pages])
  return (
    <div className={styles['screen']}>
      <SegmentedLinks
        label={t('likes.title')}
        items={LIKE_TYPES.map((item) => ({
          label: t(LABELS[item]),
          href: item === 'received' ? href('likes') : href('likes-type', { type: item }),
          current: item === type,
          extra: item === 'received' ? <NewLikes /> : null,
        }))}
      />
      {!connection.value.online && cachedAt !== null ? (
        <p className="small muted">{t('likes.heldFrom', { time: timeOf(cachedAt, now()) })}</p>
      ) : null}
      {data === null && error ? <FailedData error={error} onRetry={refresh} /> : null}
      {data === null && !error ? <CardSkeletons count={4} /> : null}
      {data && type === 'received' ? (
        <MatchRow entries={likesOf(data, 'matches')} later={first?.later?.matches ?? 0} />
      ) : null}
      {data ? (
        <LikeList
          key={type}
          type={type}
          entries={likesOf(data, type)}
          laterPages={{ ...laterPages, hasMore: laterPages.hasMore && hasLater(type, data, first) }}
        />
      ) : null}
    </div>
  )
}

/** The device knows how many likes of this kind are on later pages; a server does not say it. */
const hasLater = (type: LikeType, all: Likes, first: Likes | null): boolean => {
  const list = LISTS[type]
  return first?.later?.complete !== true || all[list].length < first[list].length + first.later[list]
}

const likesAfter = (after: string) => call('likes.get', { query: { after } })

/** All pages as one. Later pages may repeat entries of the first, which has their newest state. */
const allLikes = (pages: readonly Likes[]): Likes => {
  const all = <One extends { id: number }>(partOf: (page: Likes) => readonly One[]): One[] =>
    firstOfEach(pages.flatMap(partOf), ({ id }) => id)
  return {
    profiles: all(({ profiles }) => profiles),
    liked_by: all(({ liked_by }) => liked_by),
    liked: all(({ liked }) => liked),
    matches: all(({ matches }) => matches),
  }
}

const NewLikes = () => {
  useSignals()
  const count = counts.value.new_likes
  return <Badge count={count} label={t('shell.newLikes', { count })} />
}

type LikeListProps = {
  type: LikeType
  entries: readonly LikeEntry[]
  laterPages: Pick<LaterPages<unknown>, 'hasMore' | 'loading' | 'failed' | 'more'>
}

const LikeList = ({ type, entries, laterPages }: LikeListProps) => {
  const steps = useSteps(`likes ${type}`, entries, laterPages)
  const more = <MoreRows steps={steps} />
  if (entries.length === 0)
    return (
      <>
        <NoLikes type={type} />
        {more}
      </>
    )
  return (
    <section className={styles['section']}>
      <h2>{t(HEADINGS[type])}</h2>
      <CardGrid label={t(HEADINGS[type])}>
        {steps.shown.map(({ card, at, isNew, isLiked, waiting }) => (
          <li key={card.id}>
            <ProfileCard
              profile={card}
              href={href('likes-m-id', { id: card.id })}
              line={waiting ? waitingWords() : [card.city, agoOf(at)].filter((part) => part !== '').join(' · ')}
              isNew={isNew}
              corner={card.exists ? <LikeButton profile={card} isListed={isLiked} /> : null}
            />
          </li>
        ))}
      </CardGrid>
      {more}
    </section>
  )
}

/** The link above the row leads to all. */
export const MATCHES_IN_ROW = 30

/** @param later how many matches are on later pages */
const MatchRow = ({ entries, later }: { entries: readonly LikeEntry[]; later: number }) => {
  if (entries.length === 0) return null
  return (
    <section className={styles['section']}>
      <div className={styles['head']}>
        <h2>{t('likes.yourMatches')}</h2>
        <Link href={href('likes-type', { type: 'matches' })} className="small">
          {t('likes.all', { count: entries.length + later })}
        </Link>
      </div>
      <ul className={styles['matches']}>
        {entries.slice(0, MATCHES_IN_ROW).map(({ card }) => (
          <li key={card.id}>
            <Match card={card} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Match = ({ card }: { card: ProfileCardData }) => (
  <Link href={href('likes-m-id', { id: card.id })}>
    <span className={styles['ring']}>
      <Avatar image={card.main_image} name={card.name} size={68} />
    </span>
    <span className="clip" dir="auto" style={{ maxInlineSize: '100%' }}>
      {card.name}
    </span>
    {card.fictional ? <span className="muted">{t('ui.fictional')}</span> : null}
  </Link>
)

const EMPTY: Record<LikeType, { title: TextKey; text: TextKey }> = {
  received: { title: 'likes.noneReceived', text: 'likes.noneReceivedText' },
  sent: { title: 'likes.noneSent', text: 'likes.noneSentText' },
  matches: { title: 'likes.noMatches', text: 'likes.noMatchesText' },
}

const NoLikes = ({ type }: { type: LikeType }) => (
  <EmptyState title={t(EMPTY[type].title)} text={t(EMPTY[type].text)}>
    <LinkButton href={href('members')}>{t('likes.findPeople')}</LinkButton>
  </EmptyState>
)

/** The three lists of likes in their order, each entry with its profile. */
type LikeEntry = { card: ProfileCardData; at: number; isNew: boolean; isLiked: boolean; waiting: boolean }

/** Entries without a profile in the answer are left out: there is nothing to show. */
export const likesOf = (likes: Likes, type: LikeType): LikeEntry[] => {
  const cards = new Map(likes.profiles.map((card) => [card.id, card]))
  const mine = new Set([...likes.liked, ...likes.matches].map(({ id }) => id))
  return rowsOf(likes, type).flatMap(({ id, ...row }) => {
    const card = cards.get(id)
    return card ? [{ ...row, card, isLiked: mine.has(id) }] : []
  })
}

type Row = Omit<LikeEntry, 'card' | 'isLiked'> & { id: number }

const rowsOf = (likes: Likes, type: LikeType): Row[] => {
  if (type === 'received')
    return receivedInOrder(likes.liked_by).map(({ id, at, like_new }) => ({ id, at, isNew: like_new, waiting: false }))
  const rows = type === 'sent' ? likes.liked : likes.matches
  return rows
    .map(({ id, at, waiting }) => ({ id, at, isNew: false, waiting: waiting === true }))
    .toSorted((one, other) => other.at - one.at)
}
