/**
 * The check of the age [GUARD-6]: why it is needed, what is stored of it, and the ways. Until it is passed, the member is not found and
 * cannot like, write or buy.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import type { AgeFault, AgeState, AgeWay } from '#contract/entities/age-check.ts'
import { DECISIONS_ANCHOR } from '#contract/screen-paths.ts'
import { controlled } from '../../ports/service-worker.ts'
import { FailedRead } from '../../shell/failed-read.tsx'
import { href } from '../../shell/routes.ts'
import { calendarDayOf, dayOf } from '../../state/format.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { refreshSession, user } from '../../state/session.ts'
import { likelySettings } from '../../state/site.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { call } from '../../ports/api.ts'
import { openPage } from '../../ports/leaving.ts'
import { connection } from '../../state/connection.ts'
import { RefusedWrites } from '../me/refused-writes.tsx'
import styles from './age.module.css'
import { ProofWay } from './proof-way.tsx'
import { useAction } from '../../ui/use-form.ts'

const FAULTS: Record<AgeFault, TextKey> = {
  abandoned: 'age.fault_abandoned',
  failed: 'age.fault_failed',
  expired: 'age.fault_expired',
  untrusted: 'age.fault_untrusted',
  refused: 'age.fault_refused',
}

/** These say only that the member may try again, which is untrue without an attempt left. */
const OFFER_ANOTHER: ReadonlySet<AgeFault> = new Set(['abandoned', 'failed'])

const WAYS: Record<AgeWay, TextKey> = { provider: 'age.provider', eu_proof: 'age.euProof' }

export const AgeScreen = () => {
  useSignals()
  const { data, error, refresh } = useResource('age.get', {})
  const due = user.value?.age_due ?? null
  const seenDue = useRef(due)
  useEffect(() => {
    if (seenDue.current === due) return
    // The server has announced another state, for example after the wallet's answer.
    seenDue.current = due
    void refresh()
  }, [due, refresh])
  useEffect(() => {
    if (data?.state === 'passed') void refreshSession()
  }, [data?.state])
  if (!data && error)
    return (
      <ScreenColumn narrow gap="medium">
        <FailedRead error={error} offlineText={t('age.offline')} onRetry={refresh} />
      </ScreenColumn>
    )
  if (!data)
    return (
      <ScreenColumn narrow gap="medium">
        <Loading />
        <Skeleton height={160} />
        <Skeleton height={120} />
      </ScreenColumn>
    )
  switch (data.state) {
    case 'none':
      return (
        <EmptyState title={t('age.noneTitle')} text={t('age.none')}>
          <LinkButton href={href('members')}>{t('likes.findPeople')}</LinkButton>
        </EmptyState>
      )
    case 'passed':
      return <PassedCheck passed={data.passed} />
    case 'doubt':
      return (
        <EmptyState picture="none" title={t('age.doubtTitle')} text={t('age.doubt')}>
          <LinkButton href={`${href('notifications')}#${DECISIONS_ANCHOR}`}>{t('age.toDecision')}</LinkButton>
        </EmptyState>
      )
    case 'ahead':
    case 'needed':
      return <AgeMethods age={data} refresh={refresh} />
  }
}

const PassedCheck = ({ passed }: Pick<AgeState, 'passed'>) => {
  useSignals()
  const { data } = useResource('device.state', controlled.value ? {} : null)
  const failed = data?.failed ?? []
  return (
    <ScreenColumn narrow gap="medium">
      <EmptyState picture="none" title={t('age.passedTitle')} text={t('age.passed')}>
        <LinkButton href={href('members')}>{t('likes.findPeople')}</LinkButton>
        {passed ? (
          <p className="small muted">
            {t('age.passedStored', { way: t(WAYS[passed.way]), date: calendarDayOf(passed.day) })}
          </p>
        ) : null}
      </EmptyState>
      {failed.length > 0 ? <RefusedWrites title={t('age.refused', { count: failed.length })} writes={failed} /> : null}
    </ScreenColumn>
  )
}

type AgeMethodsProps = { age: AgeState; refresh: () => Promise<void> }

const AgeMethods = ({ age, refresh }: AgeMethodsProps) => {
  useSignals()
  const { state, due, ways, fault, waiting, attempts_left: left } = age
  const email = likelySettings.value.support_email
  return (
    <ScreenColumn narrow gap="large">
      <header className={styles['head']}>
        <h2>{t('age.neededTitle')}</h2>
        <p>{state === 'ahead' && due !== null ? t('age.ahead', { date: dayOf(due) }) : t('age.needed')}</p>
      </header>
      {fault !== null && !waiting && (left > 0 || !OFFER_ANOTHER.has(fault)) ? (
        <Note tone="warn" role="status">
          <p>{t(FAULTS[fault])}</p>
        </Note>
      ) : null}
      <NeedsNetwork text={t('age.offline')} />
      {left === 0 ? (
        <Note tone="warn">
          <p>{t('age.noAttempts')}</p>
        </Note>
      ) : null}
      {ways.length === 0 ? (
        <Note>
          <p>{t('age.noWays')}</p>
          <p>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
        </Note>
      ) : null}
      {ways.includes('eu_proof') ? <ProofWay hasNoAttempts={left === 0} isWaiting={waiting} refresh={refresh} /> : null}
      {ways.includes('provider') ? <ProviderWay hasNoAttempts={left === 0} isSecond={ways.length > 1} /> : null}
      <section className={styles['stored']}>
        <h2>{t('age.storedTitle')}</h2>
        <p className="muted">{t('age.stored')}</p>
      </section>
    </ScreenColumn>
  )
}

type ProviderWayProps = {
  hasNoAttempts: boolean
  isSecond: boolean
}

/** The operator's provider: the member leaves for its page and comes back with a result [GUARD-6]. */
const ProviderWay = ({ hasNoAttempts, isSecond }: ProviderWayProps) => {
  useSignals()
  const { busy, failure, run } = useAction(async () => {
    const answer = await call('age.provider', { body: {} })
    if (!answer.ok) return answer.error
    return openPage(answer.data.url)
  })
  return (
    <section className={styles['way']}>
      <h2>{t('age.provider')}</h2>
      <p className="muted">{t('age.providerText')}</p>
      <FormRefusal failure={failure} />
      <Button
        kind={isSecond ? 'second' : 'primary'}
        disabled={busy || hasNoAttempts || !connection.value.online}
        onClick={() => void run()}
      >
        {t('age.providerGo')}
      </Button>
    </section>
  )
}
