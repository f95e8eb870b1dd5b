/** Tells the partner that I write, and that I have stopped: sent, left, put aside, or nothing for a while [CHAT-7]. */
import { useEffect, useState } from 'react'
import { TYPING_MS } from '#contract/events.ts'
import { after } from '../../../ports/clock.ts'
import { tellTyping } from '../../../state/typing.ts'

export type Typing = { writes: () => void; stops: () => void }

/** @param partner a profile id; a conversation's partner never changes */
export const useTyping = (partner: number): Typing => {
  const [typing] = useState(() => typingTo(partner))
  useEffect(() => typing.stops, [typing])
  return typing
}

const typingTo = (partner: number): Typing => {
  let stopWaiting: (() => void) | null = null
  const stops = (): void => {
    if (!stopWaiting) return
    stopWaiting()
    stopWaiting = null
    tellTyping(partner, false)
  }
  const writes = (): void => {
    stopWaiting?.()
    stopWaiting = after(TYPING_MS, stops)
    tellTyping(partner, true)
  }
  return { writes, stops }
}
