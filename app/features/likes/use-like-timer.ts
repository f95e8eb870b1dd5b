/** LIKE-6: starts the timer that the address requests, and removes the parameter from the address. */
import { useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import { after } from '../../ports/clock.ts'
import { popUpLike } from '../../state/likes.ts'
import { likeTimerOf } from './like-timer.ts'

/** A layout effect, because a redirect in a normal effect would lose the parameter. */
export const useLikeTimer = (search: string): void => {
  const [path, navigate] = useLocation()
  useLayoutEffect(() => {
    const timer = likeTimerOf(search)
    if (!timer) return
    navigate(timer.rest === '' ? path : `${path}?${timer.rest}`, { replace: true })
    // The timer survives a change of screen: the like belongs to the member, not to this screen.
    if (timer.ms !== null) after(timer.ms, () => void popUpLike())
  }, [search, path, navigate])
}
