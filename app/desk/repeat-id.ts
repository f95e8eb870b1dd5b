/** Ids for requests that a colleague may send again. */
import { useRef } from 'react'
import { uuidv7 } from '#contract/rules/ids.ts'
import { now } from './clock.ts'

/** A new id for something that this page sends. */
export const newId = (): string => uuidv7(now.peek(), crypto.getRandomValues(new Uint8Array(10)))

/**
 * One id as long as the content stays the same: a request that is sent again after its answer was lost acts once. A
 * changed content is another request.
 */
export const useRepeatId = (): ((content: string) => string) => {
  const last = useRef<{ content: string; id: string }>(null)
  return (content) => {
    if (last.current?.content !== content) last.current = { content, id: newId() }
    return last.current.id
  }
}
