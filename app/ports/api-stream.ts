/**
 * Calls whose answer is a stream of JSON objects, one a line (NDJSON). They bypass the service worker, because a
 * browser may end the worker at any time, and the stream with it.
 */
import { callOf, type CallInput, type CallName, type calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { headersOf, refusalIn, timeLimit, urlOf } from './api.ts'

export type StreamName = {
  [Name in CallName]: (typeof calls)[Name]['response'] extends 'stream' ? Name : never
}[CallName]

/** The longest pause between two lines: the server waits for its own mail server. */
const SILENCE_MS = 60_000

/**
 * Makes a call and reports each line, parsed as JSON but not validated: the caller knows its form. Lines that are not
 * JSON are ignored. @returns null once the stream has ended normally, else the reason it did not begin or broke off
 */
export const streamCall = async <Name extends StreamName>(
  name: Name,
  input: CallInput<Name>,
  onLine: (line: unknown) => void,
  signal?: AbortSignal,
): Promise<ErrorBody | null> => {
  const limit = timeLimit(SILENCE_MS, signal)
  try {
    const response = await fetch(urlOf(name, input), {
      method: callOf(name).method,
      headers: { ...headersOf(name), accept: 'application/x-ndjson' },
      signal: limit.signal,
    })
    if (!response.ok || !response.body) return await refusalIn(response)
    // A captive portal answers with a page of its own.
    if (response.headers.get('content-type')?.startsWith('text/html') === true) return { error: 'network_unavailable' }
    const lines = linesOf(onLine)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      limit.wait(SILENCE_MS)
      const { done, value } = await reader.read()
      if (done) break
      lines.push(value)
    }
    lines.end()
    return null
  } catch {
    return { error: 'network_unavailable' }
  } finally {
    limit.end()
  }
}

/** Joins lines from chunks that may end anywhere. */
export const linesOf = (onLine: (line: unknown) => void): { push: (piece: string) => void; end: () => void } => {
  let remainder = ''
  const report = (line: string): void => {
    const parsed = parseJson(line)
    if (parsed) onLine(parsed.value)
  }
  return {
    push: (piece) => {
      const lines = (remainder + piece).split('\n')
      remainder = lines.pop() ?? ''
      lines.forEach(report)
    },
    end: () => {
      report(remainder)
      remainder = ''
    },
  }
}
