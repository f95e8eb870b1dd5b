/** One search with all pages loaded so far, in memory while the app is open, so that Back finds the list as it was. */
import { signal, type Signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { CallAnswer, CallInput } from '#contract/calls.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call, urlOf } from '../../ports/api.ts'
import { onMemberLeft } from '../../state/session.ts'
import { useResource } from '../../state/resource.ts'

type Query = CallInput<'members.search'>['query']
type Page = CallAnswer<'members.search'>
type Later = {
  pages: readonly Page[]
  /** The page after these, prefetched while the app was idle. */
  ahead: Page | null
  loading: boolean
  error: ErrorBody | null
}

const NOTHING_LATER: Later = { pages: [], ahead: null, loading: false, error: null }
const KEPT = 12
const later = new Map<string, Signal<Later>>()

onMemberLeft(() => later.clear())

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
  fetchAhead: () => Promise<void>
  refresh: () => Promise<void>
}

/** All members of all pages once: meanwhile a member may move from a later page to an earlier one [FIND-2]. */
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
  const rest = query === null ? null : laterOf(urlOf('members.search', { query }))
  const { pages, loading, error } = rest?.value ?? NOTHING_LATER
  const all = first.data ? [first.data, ...pages] : []
  const next = pageAfter(all)
  const take = async ({ page, after }: { page: number; after: string }) =>
    call('members.search', { query: { ...query, page: String(page), after } })
  const more = async (): Promise<void> => {
    if (rest === null || next === null || rest.peek().loading) return
    const { ahead } = rest.peek()
    if (ahead?.pageNumber === next.page) {
      rest.value = { ...rest.peek(), pages: [...pages, ahead], ahead: null }
      return
    }
    rest.value = { ...rest.peek(), loading: true, error: null }
    const answer = await take(next)
    const held = rest.peek()
    if (answer.ok && !answer.queued) rest.value = { ...held, pages: [...held.pages, answer.data], loading: false }
    else rest.value = { ...held, loading: false, error: answer.ok ? null : answer.error }
  }
  const fetchAhead = async (): Promise<void> => {
    if (rest === null || next === null || rest.peek().loading || rest.peek().ahead?.pageNumber === next.page) return
    const answer = await take(next)
    // The member may have loaded this page meanwhile. A failed prefetch needs no message.
    if (answer.ok && !answer.queued && rest.peek().pages === pages) rest.value = { ...rest.peek(), ahead: answer.data }
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
    fetchAhead,
    refresh: first.refresh,
  }
}

const laterOf = (key: string): Signal<Later> => {
  const held = later.get(key) ?? signal(NOTHING_LATER)
  later.delete(key)
  later.set(key, held)
  for (const oldest of later.keys()) if (later.size > KEPT) later.delete(oldest)
  return held
}
