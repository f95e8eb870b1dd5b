/** Proposals of members who may suit, with the reasons [FIND-5]. Offline it shows the cached proposals. */
import { useSignals } from '@preact/signals-react/runtime'
import { now } from '../../ports/clock.ts'
import { FailedData } from '../../shell/failed-read.tsx'
import { href } from '../../shell/routes.ts'
import { connection } from '../../state/connection.ts'
import { timeOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { user } from '../../state/session.ts'
import { genderParameter } from '../../state/wanted-gender.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CardGrid, CardSkeletons } from '../../ui/profile-card.tsx'
import { SearchLinks } from '../members/search-links.tsx'
import styles from './match-finder.module.css'
import { ProposalCard } from './proposal-card.tsx'

export const MatchFinderScreen = () => (
  <div className={styles['screen']}>
    <SearchLinks current="match-finder" />
    <Proposals />
  </div>
)

const Proposals = () => {
  useSignals()
  const { data, error, cachedAt, refresh } = useResource('match_finder.get', { query: genderParameter(user.value) })
  if (data === null && error) return <FailedData error={error} onRetry={refresh} />
  if (data === null)
    return (
      <>
        <Lead />
        <CardSkeletons count={4} />
      </>
    )
  if (data.results.length === 0)
    return (
      <EmptyState title={t('matches.none')} text={t('matches.noneText')}>
        <LinkButton href={href('profile')}>{t('matches.enrich')}</LinkButton>
        <LinkButton kind="quiet" href={href('members')}>
          {t('members.everyone')}
        </LinkButton>
      </EmptyState>
    )
  return (
    <>
      {cachedAt !== null && !connection.value.online ? (
        <p className="small muted">{t('matches.held', { time: timeOf(cachedAt, now()) })}</p>
      ) : null}
      <Lead />
      <CardGrid label={t('title.matches')}>
        {data.results.map((proposal, index) => (
          <li key={proposal.profile.id}>
            <ProposalCard proposal={proposal} eager={index < 4} />
          </li>
        ))}
      </CardGrid>
      <details className={styles['how']}>
        <summary>{t('matches.whyTitle')}</summary>
        <p className="small muted">{t('matches.why')}</p>
      </details>
    </>
  )
}

/** The lead is above the placeholders too, which the people replace in place. */
const Lead = () => <p className="small muted">{t('matches.lead')}</p>
