/** Reads with a call, and reads again after a hint of the event stream. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeskAnswer, DeskCallName, DeskInput } from '#contract/desk/calls.ts'
import { call, type Answer, type Failure } from './calls.ts'
import { onHint } from './live.ts'

export type CallState<Name extends DeskCallName> = {
  /** The newest answer, also while a newer one is loading; null before the first. */
  data: DeskAnswer<Name> | null
  /** Why the newest request failed, or null. */
  failure: Failure | null
  reload: () => void
}

type State<Name extends DeskCallName> = { key: string; data: DeskAnswer<Name> | null; failure: Failure | null }

/** @param topics hints of the event stream after which the answer is requested again */
export const useCall = <Name extends DeskCallName>(
  name: Name,
  input: DeskInput<Name>,
  topics: readonly string[] = [],
): CallState<Name> => {
  // The input is a new object at each render, so compare its JSON text.
  const text = JSON.stringify(input)
  const key = `${name} ${text}`
  const [state, setState] = useState<State<Name>>({ key, data: null, failure: null })
  /** The request that is under way, or null. */
  const latest = useRef<AbortController>(null)
  /** The answer on screen and its input; null while a failure is shown. */
  const newest = useRef<{ key: string; answer: Extract<Answer<Name>, { ok: true }> }>(null)
  /** A hint came during the request, so its answer may be older than the hint. */
  const isBehind = useRef(false)
  const read = useCallback(
    ({ isBackground }: { isBackground: boolean }) => {
      latest.current?.abort()
      const stop = new AbortController()
      latest.current = stop
      const request = async (inBackground: boolean): Promise<void> => {
        isBehind.current = false
        const answer = await call(name, JSON.parse(text) as DeskInput<Name>, {
          signal: stop.signal,
          isBackground: inBackground,
          earlier: newest.current?.key === key ? newest.current.answer : null,
        })
        if (stop.signal.aborted) return
        // Nothing is drawn anew for the answer that is on screen: a case may have hundreds of reports.
        if (!answer.ok || answer !== newest.current?.answer)
          setState((before) =>
            answer.ok
              ? { key, data: answer.data, failure: null }
              : { key, data: before.key === key ? before.data : null, failure: answer.failure },
          )
        newest.current = answer.ok ? { key, answer } : null
        if (isBehind.current) void request(true)
        else latest.current = null
      }
      void request(isBackground)
    },
    [name, text, key],
  )
  // An act that began with another input ends with a reload too. That of its own input would end the present request unanswered.
  const present = useRef(read)
  const reload = useCallback(() => present.current({ isBackground: false }), [])
  useEffect(() => {
    present.current = read
    read({ isBackground: false })
    return () => latest.current?.abort()
  }, [read])
  const heard = topics.join()
  useEffect(
    () =>
      onHint(heard.split(','), () => {
        // On a busy site the next hint comes before a slow network has answered: a request that each hint aborts would never end.
        if (latest.current === null) read({ isBackground: true })
        else isBehind.current = true
      }),
    [heard, read],
  )
  const isOwn = state.key === key
  return { data: isOwn ? state.data : null, failure: isOwn ? state.failure : null, reload }
}
