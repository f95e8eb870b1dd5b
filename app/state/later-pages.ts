/** The pages after the first one of a long list, from the device or, without a worker, from the server (decision 42). */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../ports/api.ts'
import { useResource } from './resource.ts'
import { onMemberLeft } from './session.ts'

type Page = { next?: string | null | undefined }
type PageAnswer<One> = { ok: true; data: One } | { ok: false; error: ErrorBody }

export type LaterPages<One> = {
  /** The loaded pages, without the first. */
  pages: readonly One[]
  hasMore: boolean
  loading: boolean
  /** The reason that the last tap loaded nothing, or null. */
  failed: ErrorBody | null
  more: () => void
}

/** The loaded pages of each list, so that a return to it shows the same rows at once. */
const loaded = new Map<string, readonly unknown[]>()
onMemberLeft(() => loaded.clear())

/**
 * Each call of `more` loads one more page. A newer first page loads them all again, since they may have changed as well.
 * @param list a name for the list
 * @param ask fetches the page of a cursor; the same function at every render
 */
export const useLaterPages = <One extends Page>(
  list: string,
  first: One | null,
  ask: (after: string) => Promise<PageAnswer<One>>,
): LaterPages<One> => {
  // The name belongs to one list, whose pages have one type.
  const [pages, setPages] = useState((loaded.get(list) ?? []) as readonly One[])
  const [loading, setLoading] = useState(false)
  const [failed, setFailed] = useState<ErrorBody | null>(null)
  /** How many pages the member has asked for. */
  const wanted = useRef(pages.length)
  const run = useRef(0)

  /** Loads pages after `known` until there are `count`. Null if one fails or another run has begun. */
  const load = async (known: readonly One[], count: number): Promise<ErrorBody | null> => {
    run.current += 1
    const mine = run.current
    const read = [...known]
    for (;;) {
      const after = (read.at(-1) ?? first)?.next
      if (read.length >= count || after === undefined || after === null) break
      const answer = await ask(after)
      if (mine !== run.current) return null
      if (!answer.ok) return answer.error
      read.push(answer.data)
    }
    wanted.current = read.length
    loaded.set(list, read)
    setPages(read)
    return null
  }
  const more = async (): Promise<void> => {
    setLoading(true)
    setFailed(null)
    wanted.current = pages.length + 1
    const failure = await load(pages, wanted.current)
    if (failure) wanted.current = pages.length
    setFailed(failure)
    setLoading(false)
  }

  useEffect(() => {
    if (first && wanted.current > 0) void load([], wanted.current)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a newer first page makes the others old
  }, [first])

  const next = (pages.at(-1) ?? first)?.next
  return { pages, hasMore: next !== undefined && next !== null, loading, failed, more: () => void more() }
}

/** The conversations of the loaded pages. `first`: the first page alone. */
export const useChats = (list: string) => {
  const { data: first, error, refresh } = useResource('chats.get', { query: {} })
  const laterPages = useLaterPages(list, first, chatsAfter)
  const data = useMemo(() => first && allChats([first, ...laterPages.pages]), [first, laterPages.pages])
  return { first, data, laterPages, error, refresh }
}

const chatsAfter = (after: string) => call('chats.get', { query: { after } })

/** All pages as one list. Later pages may repeat entries of the first, which has their newest state. */
const allChats = (pages: readonly CallAnswer<'chats.get'>[]): Pick<CallAnswer<'chats.get'>, 'chats' | 'profiles'> => ({
  chats: firstOfEach(
    pages.flatMap(({ chats }) => chats),
    ({ conversation }) => conversation,
  ),
  profiles: firstOfEach(
    pages.flatMap(({ profiles }) => profiles),
    ({ id }) => id,
  ),
})

/** The entries without those that repeat an earlier key. */
export const firstOfEach = <One>(entries: readonly One[], keyOf: (one: One) => number | string): One[] => {
  const found = new Map<number | string, One>()
  for (const one of entries) if (!found.has(keyOf(one))) found.set(keyOf(one), one)
  return [...found.values()]
}
