/** LIKE-6: starts the timer that the address requests, and removes the parameter from the address. */
import { useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import { after } from '../../ports/clock.ts'
import { popUpLike } from '../../state/likes.ts'

/** A layout effect, because a redirect in a normal effect would lose the parameter. */
export const useLikeTimer = (search: string): void => {
  const [path, navigate] = useLocation()
  useLayoutEffect(() => {
    const timer = likeTimerOf(search)
    if (!timer) return
    navigate(timer.query === '' ? path : `${path}?${timer.query}`, { replace: true })
    // The timer survives a change of screen: the like belongs to the member, not to this screen.
    if (timer.ms !== null) after(timer.ms, () => void popUpLike())
  }, [search, path, navigate])
}

const PARAMETER = 't'
/** Longer than anyone stays on a page: a larger value is a mistake. */
const SECONDS_MAX = 3_600

type LikeTimer = {
  /** Ms until the like pops up; null if `t` is not a number of seconds. */
  ms: number | null
  /** The query without `t` and without `?`. */
  query: string
}

/** The timer that a query requests, or null without `t`. @param search with or without `?` */
export const likeTimerOf = (search: string): LikeTimer | null => {
  const query = new URLSearchParams(search)
  const text = query.get(PARAMETER)
  if (text === null) return null
  query.delete(PARAMETER)
  const seconds = Number(text)
  const isTime = /^\d+(\.\d+)?$/.test(text) && seconds <= SECONDS_MAX
  return { ms: isTime ? seconds * 1_000 : null, query: query.toString() }
}
