/**
 * Renders a long list in two steps, so that a year of conversations shows as fast as a week [PWA-1]: first the rows of
 * one screen, then the rest when the page is idle. A list that was left scrolled renders whole, so that its position
 * is restored.
 */
import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../../../ports/idle.ts'
import { wasScrolled } from './list-place.ts'

/** More rows than the tallest screen shows. */
const FIRST = 24

export const useFirstRows = <Row>(rows: readonly Row[]): readonly Row[] => {
  const [isWhole, setWhole] = useState(wasScrolled)
  const isLong = rows.length > FIRST
  useEffect(() => {
    if (isWhole || !isLong) return undefined
    return whenIdle(() => startTransition(() => setWhole(true)))
  }, [isWhole, isLong])
  return isWhole ? rows : rows.slice(0, FIRST)
}
