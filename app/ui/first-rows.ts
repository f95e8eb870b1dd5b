/** A long list shows first what a screen has room for, and the rest once the page is idle; a very long one the rest in steps. */
import { startTransition, useEffect, useState } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { whenIdle } from '../ports/idle.ts'
import { onMemberLeft } from '../state/session.ts'

/** @param countFirst is asked once; null shows all rows at once */
export const useFirstRows = <Row>(rows: readonly Row[], countFirst: () => number | null): readonly Row[] => {
  const [first, setFirst] = useState(countFirst)
  const isShort = first !== null && rows.length > first
  useEffect(() => (isShort ? whenIdle(() => startTransition(() => setFirst(null))) : undefined), [isShort])
  return isShort ? rows.slice(0, first) : rows
}

/** A phone needs a second to draw so many rows, and draws them again when one of them changes. */
export const ROWS_A_STEP = 200

/** How many rows of a list the member has asked for, for the return to it. */
const asked = new Map<string, number>()

onMemberLeft(() => asked.clear())

/** The pages after the loaded ones, if a list comes in pages (`state/later-pages.ts`). */
type LaterRows = { hasMore: boolean; loading: boolean; failed: ErrorBody | null; more: () => void }

const NO_LATER_ROWS: LaterRows = { hasMore: false, loading: false, failed: null, more: () => {} }

export type Steps<Row> = {
  /** The rows of the steps so far. */
  shown: readonly Row[]
  /** Shows the next step and loads the rows for it, or null if there are none. */
  more: (() => void) | null
  loading: boolean
  /** The reason that the last tap loaded nothing, or null. */
  failed: ErrorBody | null
}

/** @param list a name for the list */
export const useSteps = <Row>(list: string, rows: readonly Row[], later: LaterRows = NO_LATER_ROWS): Steps<Row> => {
  const [, setCount] = useState(0)
  const count = asked.get(list) ?? ROWS_A_STEP
  const next = count + ROWS_A_STEP
  const more = (): void => {
    // The loaded pages may have fewer rows than the steps.
    if (rows.length > count - ROWS_A_STEP / 2) asked.set(list, next)
    setCount(next)
    if (later.hasMore && rows.length < next) later.more()
  }
  const hasMore = rows.length > count || later.hasMore
  return {
    shown: rows.slice(0, count),
    more: hasMore ? more : null,
    loading: later.loading && rows.length <= count,
    failed: later.failed,
  }
}
