/** A long list shows first what a screen has room for, and the rest once the page is idle; a very long one the rest in steps. */
import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../ports/idle.ts'

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

/**
 * @param list a name for the list
 * @returns the rows of the steps so far, and `more` for the next step, or null if there is none
 */
export const useSteps = <Row>(
  list: string,
  rows: readonly Row[],
): { shown: readonly Row[]; more: (() => void) | null } => {
  const [, setCount] = useState(0)
  const count = asked.get(list) ?? ROWS_A_STEP
  const more = (): void => {
    asked.set(list, count + ROWS_A_STEP)
    setCount(count + ROWS_A_STEP)
  }
  return rows.length > count ? { shown: rows.slice(0, count), more } : { shown: rows, more: null }
}
