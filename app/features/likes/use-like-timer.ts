/** LIKE-6: starts the timer that an address asks for and takes the question out of the address. */
import { useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import { after } from '../../ports/clock.ts'
import { popUpLike } from '../../state/likes.ts'
import { likeTimerOf } from './like-timer.ts'

/** Before anything else moves on from this address: a redirect would lose the question. */
export const useLikeTimer = (search: string): void => {
  const [path, navigate] = useLocation()
  useLayoutEffect(() => {
    const timer = likeTimerOf(search)
    if (!timer) return
    navigate(timer.rest === '' ? path : `${path}?${timer.rest}`, { replace: true })
    // It goes on when the member does: the like is theirs, not this screen's.
    if (timer.ms !== null) after(timer.ms, () => void popUpLike())
  }, [search, path, navigate])
}
