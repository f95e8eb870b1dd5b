/** One search with all pages loaded so far, in memory while the app is open, so that Back finds the list as it was. */
import { signal, type Signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { CallAnswer, CallInput } from '#contract/calls.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call, urlOf } from '../../ports/api.ts'
import { href } from '../../shell/routes.ts'
import { useSnapshot } from '../../shell/use-snapshot.ts'
import { onMemberLeft } from '../../state/session.ts'
import { useResource } from '../../state/resource.ts'

type Query = CallInput<'members.search'>['query']
type Page = CallAnswer<'members.search'>
type MorePages = {
  pages: readonly Page[]
  /** The page after these, prefetched while the app was idle. */
  prefetched: Page | null
  loading: boolean
  error: ErrorBody | null
}

const NO_MORE_PAGES: MorePages = { pages: [], prefetched: null, loading: false, error: null }
const QUERIES_MAX = 12
const morePagesByQuery = new Map<string, Signal<MorePages>>()

onMemberLeft(() => morePagesByQuery.clear())

export type Results = {
  /** Null while the first page loads. */
  people: readonly ProfileCard[] | null
  next: string | null
  loading: boolean
  loadingMore: boolean
  error: ErrorBody | null
  moreError: ErrorBody | null
  cachedAt: number | null
  /** The site limits visitors to this page [FIND-4]. */
  limited: boolean
  more: () => Promise<void>
  /** Prefetches the next page without showing it: one page is the whole budget. */
  prefetch: () => Promise<void>
  refresh: () => Promise<void>
}

/**
 * All members of all pages, each once: between two requests a member may move from a later page to an earlier one
 * [FIND-2].
 */
export const everyoneOf = (pages: readonly Page[]): ProfileCard[] => [
  ...new Map(pages.flatMap(({ results }) => results).map((card) => [card.id, card])).values(),
]

/** The number and cursor of the page after these, or null on the last one. */
export const pageAfter = (pages: readonly Page[]): { page: number; after: string } | null => {
  const last = pages.at(-1)
  return last?.next ? { page: last.pageNumber + 1, after: last.next } : null
}

export const useResults = (query: Query | null): Results => {
  useSignals()
  const first = useResource('members.search', query === null ? null : { query })
  useSnapshot(href('members'), 'members.search', query === null ? null : { query }, first.data)
  const further = query === null ? null : morePagesOf(urlOf('members.search', { query }))
  const { pages, loading, error } = further?.value ?? NO_MORE_PAGES
  const all = first.data ? [first.data, ...pages] : []
  const next = pageAfter(all)
  const fetchPage = async ({ page, after }: { page: number; after: string }) =>
    call('members.search', { query: { ...query, page: String(page), after } })
  const more = async (): Promise<void> => {
    if (further === null || next === null || further.peek().loading) return
    const change = (fields: Partial<MorePages>): void => {
      further.value = { ...further.peek(), ...fields }
    }
    const { prefetched } = further.peek()
    if (prefetched?.pageNumber === next.page) {
      change({ pages: [...pages, prefetched], prefetched: null })
      return
    }
    change({ loading: true, error: null })
    const answer = await fetchPage(next)
    if (answer.ok) change({ pages: [...further.peek().pages, answer.data], loading: false })
    else change({ loading: false, error: answer.ok ? null : answer.error })
  }
  const prefetch = async (): Promise<void> => {
    if (further === null || next === null || further.peek().loading) return
    if (further.peek().prefetched?.pageNumber === next.page) return
    const answer = await fetchPage(next)
    // The member may have loaded this page since the prefetch began. A failed prefetch needs no message.
    if (answer.ok && further.peek().pages === pages) further.value = { ...further.peek(), prefetched: answer.data }
  }
  return {
    people: first.data ? everyoneOf(all) : null,
    next: next?.after ?? null,
    loading: first.loading,
    loadingMore: loading,
    error: first.error,
    moreError: error,
    cachedAt: first.cachedAt,
    limited: first.data?.limited ?? false,
    more,
    prefetch,
    refresh: first.refresh,
  }
}

const morePagesOf = (key: string): Signal<MorePages> => {
  const cached = morePagesByQuery.get(key) ?? signal(NO_MORE_PAGES)
  morePagesByQuery.delete(key)
  morePagesByQuery.set(key, cached)
  for (const oldest of morePagesByQuery.keys()) if (morePagesByQuery.size > QUERIES_MAX) morePagesByQuery.delete(oldest)
  return cached
}
