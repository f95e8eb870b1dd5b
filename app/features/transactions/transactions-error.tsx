/** Shown instead of the transactions: a skeleton while they load, or the error after which they could not be loaded. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { FailedData } from '../../shell/failed-read.tsx'
import { connection } from '../../state/connection.ts'
import { t } from '../../state/i18n.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import styles from './transactions.module.css'

type Props = {
  error: ErrorBody
  /** Must be the same function in every rendering. */
  onRetry: () => Promise<void>
}

export const TransactionsError = ({ error, onRetry }: Props) => {
  useSignals()
  const { online } = connection.value
  const isOffline = error.error === 'network_unavailable'
  // The network is back: retry without a tap.
  useEffect(() => {
    if (isOffline && online) void onRetry()
  }, [isOffline, online, onRetry])
  return (
    <FailedData
      error={error}
      offline={{ title: t('transactions.offlineTitle'), text: t('transactions.offlineText') }}
      onRetry={onRetry}
    />
  )
}

export const ListSkeleton = () => (
  <div className={styles['section']}>
    <Loading />
    <Skeleton width="40%" height={26} />
    {[1, 2, 3, 4, 5].map((place) => (
      <Skeleton key={place} height={60} />
    ))}
  </div>
)
