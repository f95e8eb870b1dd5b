/**
 * A fetch with retries for the app's own files on a bad network: each file is retried on its own, with pauses [PWA-15].
 * An answer counts only once its body is complete, since the connection may break there too.
 */
import type { Ports } from '../ports.ts'
import type { Fetch } from './cached-files.ts'

/**
 * If three of ten requests fail, about one file in 1,400 is still missing after this many tries; the next round fetches
 * it.
 */
const TRIES = 6
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000

export const retryingFetch =
  (fetch: Fetch, { startTimer, random, isOnLine }: Pick<Ports, 'startTimer' | 'random' | 'isOnLine'>): Fetch =>
  async (path, init) => {
    for (let failures = 0; ; failures += 1) {
      const isLast = failures === TRIES - 1 || !isOnLine()
      try {
        const answer = await fetch(path, init)
        // Do not retry a 4xx: a missing file will not appear in a moment.
        if (answer.status < 500 || isLast) return await whole(answer)
      } catch (error) {
        if (isLast) throw error
      }
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + random() / 2)
      await new Promise<void>((resolve) => {
        startTimer(resolve, Math.round(pause))
      })
    }
  }

const whole = async (answer: Response): Promise<Response> => {
  await answer.clone().arrayBuffer()
  return answer
}
