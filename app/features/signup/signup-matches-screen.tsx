/** The end of signup: proposals for the new member, and a link to the next screen [FIND-5], [SHELL-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { FailedData } from '../../shell/failed-read.tsx'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { useResource } from '../../state/resource.ts'
import { user } from '../../state/session.ts'
import { genderParameter } from '../../state/wanted-gender.ts'
import { forgetReturn, placeToReturn } from '../../state/login-prompt.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CardGrid, CardSkeletons } from '../../ui/profile-card.tsx'
import { ProposalCard } from '../match-finder/proposal-card.tsx'
import { sayMorePath } from './signup-screen.tsx'
import styles from './signup.module.css'

const SHOWN = 8

export const SignupMatchesScreen = () => {
  useSignals()
  usePageTitle(t('signup.matchesTitle'))
  const { data, error, refresh } = useResource('match_finder.get', { query: genderParameter(user.value) })
  // A visitor who signed up on the way to a profile returns to it.
  const [place] = useState(placeToReturn)
  return (
    <div className={styles['matches']}>
      <header className={styles['question']}>
        <h1>{t('signup.matchesTitle')}</h1>
        <p className="muted">{t('signup.matchesLead')}</p>
      </header>
      <FoundPeople data={data} error={error} refresh={refresh} />
      <div className={styles['action']}>
        <LinkButton full href={place ?? href('members')} onClick={forgetReturn}>
          {t(place === null ? 'likes.findPeople' : 'signup.goBack')}
        </LinkButton>
        <LinkButton kind="quiet" full small href={sayMorePath()}>
          {t('signup.aWord')}
        </LinkButton>
      </div>
    </div>
  )
}

type FoundProps = { data: CallAnswer<'match_finder.get'> | null; error: ErrorBody | null; refresh: () => Promise<void> }

const FoundPeople = ({ data, error, refresh }: FoundProps) => {
  if (data === null && error)
    return <FailedData error={error} offline={{ title: t('signup.matchesOffline') }} onRetry={refresh} />
  if (data === null) return <CardSkeletons count={4} />
  if (data.results.length === 0)
    return <EmptyState title={t('signup.matchesNone')} text={t('signup.matchesNoneText')} />
  return (
    <CardGrid label={t('signup.matchesTitle')}>
      {data.results.slice(0, SHOWN).map((proposal, index) => (
        <li key={proposal.profile.id}>
          <ProposalCard proposal={proposal} eager={index < 4} />
        </li>
      ))}
    </CardGrid>
  )
}
