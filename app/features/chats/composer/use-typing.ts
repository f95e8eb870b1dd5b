/**
 * Notifies the partner that the member types, and that they have stopped: sent, left, put aside, or idle for a while
 * [CHAT-7].
 */
import { useEffect, useState } from 'react'
import { TYPING_MS } from '#contract/events.ts'
import { after } from '../../../ports/clock.ts'
import { sendTyping } from '../../../state/typing.ts'

export type Typing = { writes: () => void; stops: () => void }

/** @param partner a profile id; the partner of a conversation never changes */
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
    sendTyping(partner, false)
  }
  const writes = (): void => {
    stopWaiting?.()
    stopWaiting = after(TYPING_MS, stops)
    sendTyping(partner, true)
  }
  return { writes, stops }
}
