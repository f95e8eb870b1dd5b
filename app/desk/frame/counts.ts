/** The counts of waiting items beside the names of screens in the rail. */
import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { ScreenName } from '../screens.ts'
import { useCall } from '../use-call.ts'

export const railCounts = signal<Partial<Record<ScreenName, number>>>({})

/** The number of items that are due within one hour: the only number on a tab of the phone. */
export const dueSoon = signal(0)

const TOPICS = ['queue', 'claim', 'photos']

/** Reads the counts now and after each hint. */
export const useCounts = (): void => {
  const { data } = useCall('queue.counts', {}, TOPICS)
  useEffect(() => {
    if (data === null) return
    railCounts.value = { queue: data.all, photos: data.kinds.photo }
    dueSoon.value = data.severities.grave
  }, [data])
}
