/** The number of people a filter finds, counted by the server while the member still chooses [FIND-1]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import { call, urlOf } from '../../ports/api.ts'
import { after } from '../../ports/clock.ts'
import { connection } from '../../state/connection.ts'
import { t } from '../../state/i18n.ts'
import { user } from '../../state/session.ts'
import { queryOf, type SearchFilter } from './filter.ts'

export type PeopleCount = CallAnswer<'members.count'>

/** A moving thumb asks once it rests. */
const REST_MS = 300

/** @returns null without a connection, for a visitor, and until the first answer: then no number is shown */
export const usePeopleCount = (filter: SearchFilter | null): PeopleCount | null => {
  useSignals()
  const [answered, setAnswered] = useState<{ url: string; count: PeopleCount } | null>(null)
  const isAsking = filter !== null && user.value !== null && connection.value.online
  const query = isAsking ? queryOf(filter) : null
  const url = query === null ? null : urlOf('members.count', { query })
  useEffect(() => {
    if (url === null || query === null) return undefined
    let isStale = false
    const stop = after(REST_MS, () => {
      void call('members.count', { query }).then((answer) => {
        if (answer.ok && !isStale) setAnswered({ url, count: answer.data })
        return null
      })
    })
    return () => {
      isStale = true
      stop()
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the address stands for the query
  }, [url])
  return answered !== null && answered.url === url ? answered.count : null
}

/** For example '47 people', or 'More than 500 people'. */
export const countText = ({ count, more }: PeopleCount): string =>
  more ? t('members.foundMore', { count }) : t('members.found', { count })
