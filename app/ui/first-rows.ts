/** A long list shows first what a screen has room for, and all of it once the page is idle. */
import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../ports/idle.ts'

/** @param countFirst is asked once; null shows all rows at once */
export const useFirstRows = <Row>(rows: readonly Row[], countFirst: () => number | null): readonly Row[] => {
  const [first, setFirst] = useState(countFirst)
  const isShort = first !== null && rows.length > first
  useEffect(() => (isShort ? whenIdle(() => startTransition(() => setFirst(null))) : undefined), [isShort])
  return isShort ? rows.slice(0, first) : rows
}
