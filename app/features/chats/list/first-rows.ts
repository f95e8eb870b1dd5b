/**
 * The list of a year stands as fast as the list of a week [PWA-1]: what a screen shows comes first, the rest once the page
 * has nothing better to do. A list that was left further down comes whole, so that it is found where it was.
 */
import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../../../ports/idle.ts'
import { wasScrolled } from './list-place.ts'

/** More than the tallest screen shows. */
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
