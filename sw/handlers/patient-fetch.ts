/**
 * A fetch for the app's own files that a bad network cannot discourage: each file is asked for again by itself, after
 * pauses of its own [PWA-15]. The body is read before the answer counts, since a line breaks there as well.
 */
import type { Ports } from '../ports.ts'
import type { Fetch } from './kept.ts'

/** With three of ten requests failing, about one file in 1,400 still lacks after so many; the next round takes it. */
const TRIES = 6
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000

export const patientFetch =
  (fetch: Fetch, { later, random, isOnLine }: Pick<Ports, 'later' | 'random' | 'isOnLine'>): Fetch =>
  async (path, init) => {
    for (let failures = 0; ; failures += 1) {
      const isLast = failures === TRIES - 1 || !isOnLine()
      try {
        const answer = await fetch(path, init)
        // What is not there will not be there in a moment either.
        if (answer.status < 500 || isLast) return await whole(answer)
      } catch (error) {
        if (isLast) throw error
      }
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + random() / 2)
      await new Promise<void>((resolve) => {
        later(resolve, Math.round(pause))
      })
    }
  }

const whole = async (answer: Response): Promise<Response> => {
  await answer.clone().arrayBuffer()
  return answer
}
