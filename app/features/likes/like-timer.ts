/** [LIKE-6] `t` in the address requests a like after this many seconds, and is removed from the address at once. */

const PARAMETER = 't'
/** Longer than anyone stays on a page: a larger value is a mistake. */
const SECONDS_MAX = 3_600

export type LikeTimer = {
  /** Ms until the like pops up; null if `t` is not a number of seconds. */
  ms: number | null
  /** The query without `t` and without `?`. */
  rest: string
}

/** The timer that a query requests, or null without `t`. @param search with or without `?` */
export const likeTimerOf = (search: string): LikeTimer | null => {
  const query = new URLSearchParams(search)
  const text = query.get(PARAMETER)
  if (text === null) return null
  query.delete(PARAMETER)
  const seconds = Number(text)
  const isTime = /^\d+(\.\d+)?$/.test(text) && seconds <= SECONDS_MAX
  return { ms: isTime ? seconds * 1_000 : null, rest: query.toString() }
}
