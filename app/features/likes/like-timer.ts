/** LIKE-6: `t` in the address asks for a like after so many seconds, and goes from the address at once. */

const PARAMETER = 't'
/** Nobody stays on one page for longer than this; more is a slip. */
const SECONDS_MAX = 3_600

export type LikeTimer = {
  /** Until the like pops up; null where `t` is no number of seconds. */
  ms: number | null
  /** The rest of the query, without `?`. */
  rest: string
}

/** What a query asks for, or null where it has no `t`. @param search with or without `?` */
export const likeTimerOf = (search: string): LikeTimer | null => {
  const query = new URLSearchParams(search)
  const text = query.get(PARAMETER)
  if (text === null) return null
  query.delete(PARAMETER)
  const seconds = Number(text)
  const isTime = /^\d+(\.\d+)?$/.test(text) && seconds <= SECONDS_MAX
  return { ms: isTime ? seconds * 1_000 : null, rest: query.toString() }
}
