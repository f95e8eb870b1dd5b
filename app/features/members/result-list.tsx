/** The results of a search in every state: loading, some, few, none, cached, failed. */
import { useSignals } from '@preact/signals-react/runtime'
import { Fragment, memo, useEffect, useRef, useState } from 'react'
import type { ProfileCard as ProfileCardData } from '#contract/entities/profile.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { profileTiles, TILES_AFTER, type ProfileTile as TileData } from '#contract/rules/profile-tiles.ts'
import { LikeButton } from '../likes/like-button.tsx'
import { now } from '../../ports/clock.ts'
import { mayPrefetch, whenIdle } from '../../ports/idle.ts'
import { restoresScroll } from '../../shell/arrival.ts'
import { Aside } from '../../shell/error-boundary.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { FailedData } from '../../shell/failed-read.tsx'
import { href } from '../../shell/routes.ts'
import { SignupLink } from '../../shell/open-signup.tsx'
import { connection } from '../../state/connection.ts'
import { countryName, timeOf } from '../../state/format.ts'
import { t, tCode } from '../../state/i18n.ts'
import { isOnline } from '../../state/presence.ts'
import { user } from '../../state/session.ts'
import { settings } from '../../state/site.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFirstRows } from '../../ui/first-rows.ts'
import { CardGrid, ProfileCard, CardSkeletons } from '../../ui/profile-card.tsx'
import { type SearchFilter, isFewResults, widerThan, type WiderFilter } from './filter.ts'
import type { Results } from './results.ts'
import { countText, usePeopleCount, type PeopleCount } from './use-count.ts'
import { useRegionName } from './filter-chips.tsx'
import styles from './members.module.css'

/** Loaded late, because few sites have tiles. */
const ProfileTile = lazyPart(() => import('./profile-tile.tsx').then((part) => part.ProfileTile))

type Props = { results: Results; filter: SearchFilter; onApply: (filter: SearchFilter) => void; onFilter: () => void }

export const ResultList = ({ results, filter, onApply, onFilter }: Props) => {
  useSignals()
  const { people, error, cachedAt, loading } = results
  const [atStart] = useState(cachedAt)
  const [isRestored] = useState(restoresScroll)
  const isOffline = !connection.value.online
  // A search asks the server first: an old answer means that the server did not answer in time [FIND-7]. The answer that
  // came with the document means nothing yet.
  const isAsking = loading && cachedAt === atStart
  const isFromDevice = cachedAt !== null && (isOffline || !isAsking)
  const isOld = isFromDevice && (isOffline || now() - cachedAt > MINUTE_MS)
  // A list that ends here has its own count; a longer one is counted by the server.
  const counted = usePeopleCount(people === null || results.next === null ? null : filter)
  const total =
    people !== null && results.next === null && cachedAt === null && !results.limited
      ? { count: people.length, more: false }
      : counted
  const shown = useFirstRows(people ?? [], firstCards)
  // The same element in every state: a screen reader says what changes in it, and may miss one that comes with its words.
  const outcome = (
    <p className="vh" role="status">
      {people === null
        ? null
        : isFromDevice
          ? t('members.held', { count: people.length })
          : total === null
            ? null
            : countText(total)}
    </p>
  )
  if (people === null)
    return (
      <>
        {outcome}
        {error ? (
          <FailedSearch error={error} refresh={results.refresh} />
        ) : (
          <>
            {/* People come where their placeholders were. */}
            <p className="small muted">{orderText(null)}</p>
            <CardSkeletons count={8} />
          </>
        )}
      </>
    )
  const tiles = settings.value ? profileTiles(settings.value) : []
  return (
    <>
      {outcome}
      {people.length === 0 && !isOld ? null : (
        <p
          className="small muted"
          {...(people.length === 0 ? { 'data-no-snapshot': '' } : { 'data-snapshot-text': t('members.order') })}
        >
          {isOld ? t('members.heldFrom', { time: timeOf(cachedAt, now()) }) : orderText(total)}
        </p>
      )}
      <CardGrid label={t('members.results')} busy={shown.length < people.length} lazy={!isRestored}>
        {shown.map((person, index) => (
          <Fragment key={person.id}>
            <li>
              <Person person={person} eager={index < 4} own={person.id === user.value?.id} online={isOnline(person)} />
            </li>
            {index === TILES_AFTER - 1 ? tiles.map((tile) => <Tile key={tile.path} tile={tile} />) : null}
          </Fragment>
        ))}
      </CardGrid>
      <More results={results} />
      {results.limited && user.value === null ? <LimitedNote /> : null}
      <WiderSearch
        found={people.length}
        hasMore={results.next !== null}
        isFromDevice={isFromDevice}
        filter={filter}
        onApply={onApply}
        onFilter={onFilter}
      />
    </>
  )
}

const orderText = (total: PeopleCount | null): string =>
  total === null ? t('members.order') : `${countText(total)} · ${t('members.order')}`

/** No card is smaller, in pixels. */
const CARD_MIN = { width: 195, height: 250 }

const firstCards = (): number | null =>
  restoresScroll()
    ? null
    : Math.ceil(window.innerWidth / CARD_MIN.width) * Math.ceil(window.innerHeight / CARD_MIN.height)

const Tile = ({ tile }: { tile: TileData }) => (
  <li>
    <Aside>
      <ProfileTile tile={tile} />
    </Aside>
  </li>
)

type PersonProps = { person: ProfileCardData; eager: boolean; own: boolean; online: boolean }

/** Each answer brings new objects, mostly with the same facts: a card whose facts are the same renders no second time. */
const Person = memo(
  ({ person, eager, own, online }: PersonProps) => {
    useSignals()
    return (
      <ProfileCard
        profile={person}
        href={href('members-id', { id: person.id })}
        line={whereOf(person)}
        online={online}
        eager={eager}
        corner={own ? null : <LikeButton profile={person} />}
      />
    )
  },
  (before, next) =>
    before.eager === next.eager &&
    before.own === next.own &&
    before.online === next.online &&
    JSON.stringify(before.person) === JSON.stringify(next.person),
)

/** The city and the distance if both are known; else as much as the profile shows. Empty in privacy mode. */
const whereOf = ({ city, country, distance }: ProfileCardData): string => {
  if (country === null) return ''
  const far = distance === null || distance === 'far' ? countryName(country) : tCode('value', `distance_${distance}`)
  return city === '' ? countryName(country) : `${city} · ${far}`
}

const LimitedNote = () => (
  <EmptyState title={t('members.limitedTitle')} text={t('members.limitedText')} picture="none">
    <SignupLink>{t('index.signup')}</SignupLink>
    <LinkButton kind="quiet" href={href('login')}>
      {t('shell.login')}
    </LinkButton>
  </EmptyState>
)

/** The next page: loaded when its place comes near, or by a button for those who do not scroll. */
const More = ({ results }: { results: Results }) => {
  const end = useRef<HTMLDivElement>(null)
  const { next, loadingMore, moreError, more, prefetch } = results
  const loadMore = useRef(more)
  const latestPrefetch = useRef(prefetch)
  useEffect(() => {
    loadMore.current = more
    latestPrefetch.current = prefetch
  })
  useEffect(() => (next !== null && mayPrefetch() ? whenIdle(() => void latestPrefetch.current()) : undefined), [next])
  useEffect(() => {
    if (!end.current || next === null || moreError) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void loadMore.current()
      },
      { rootMargin: '0px 0px 800px 0px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [next, moreError])
  if (next === null) return null
  return (
    <div ref={end}>
      <MoreButton loading={loadingMore} failed={moreError} more={() => void more()} />
    </div>
  )
}

const FailedSearch = ({ error, refresh }: { error: ErrorBody; refresh: () => Promise<void> }) => {
  if (error.error === 'search_closed')
    return (
      <EmptyState title={t('error.search_closed')} text={t('login.whyJoin')}>
        <SignupLink>{t('index.signup')}</SignupLink>
        <LinkButton kind="quiet" href={href('login')}>
          {t('shell.login')}
        </LinkButton>
      </EmptyState>
    )
  return <FailedData error={error} onRetry={refresh} />
}

type WiderSearchProps = {
  found: number
  hasMore: boolean
  isFromDevice: boolean
  filter: SearchFilter
  onApply: (filter: SearchFilter) => void
  onFilter: () => void
}

/**
 * Shown with few or no results: the number found, and the offer of a wider search [FIND-8]. The device knows only some of the members, so
 * it may not say that there is no one.
 */
const WiderSearch = ({ found, hasMore, isFromDevice, filter, onApply, onFilter }: WiderSearchProps) => {
  const regionName = useRegionName(filter)
  if (!isFewResults(found, hasMore)) return null
  const [first, ...others] = widerThan(filter)
  const country = filter.country === '' ? '' : countryName(filter.country)
  const place = filter.countryregion === '' ? country : regionName
  const inPlace = place === '' ? t('members.found', { count: found }) : t('members.foundIn', { count: found, place })
  const text = isFromDevice ? t('members.heldMore') : first ? t('members.neverWider') : undefined
  return (
    <div className={found > 0 ? styles['few'] : undefined}>
      <EmptyState
        picture={found === 0 ? 'seats' : 'none'}
        title={isFromDevice ? t('members.held', { count: found }) : inPlace}
        {...(text === undefined ? {} : { text })}
      >
        {first ? <Button onClick={() => onApply(first.filter)}>{labelOf(first, filter)}</Button> : null}
        {others.map((wider) => (
          <Button key={wider.step} kind="quiet" onClick={() => onApply(wider.filter)}>
            {labelOf(wider, filter)}
          </Button>
        ))}
        {first ? null : (
          <Button kind="second" onClick={onFilter}>
            {t('members.changeFilter')}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}

const labelOf = ({ step }: WiderFilter, filter: SearchFilter): string => {
  if (step === 'online') return t('members.searchNotOnline')
  if (step === 'photo') return t('members.searchNoPhoto')
  if (step === 'farther') return t('members.searchFarther')
  if (step === 'country') return t('members.searchAllOf', { place: countryName(filter.country) })
  return t(step === 'ages' ? 'members.searchAllAges' : 'members.searchEverywhere')
}
