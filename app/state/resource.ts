/**
 * Server state for screens: the answer of one `cached` call, refreshed by news. Components use `useResource`; code that learns of
 * a change calls `invalidate`.
 */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { CallAnswer, CallInput, CallName } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { askAgainAfter } from '#contract/rules/retry.ts'
import { topicOf } from '#contract/rules/topics.ts'
import { call, storedAnswer, urlOf } from '../ports/api.ts'
import { after } from '../ports/clock.ts'
import { afterMovement, whenIdle } from '../ports/idle.ts'

export type ResourceState<Data> = {
  /** The last answer, also while a newer one is loading or has failed. */
  data: Data | null
  /** When the device last knew the data to be fresh, or null if the server itself answered. */
  cachedAt: number | null
  /** The reason the last request failed, or null. */
  error: ErrorBody | null
  loading: boolean
}

export type Resource<Data> = { state: ReadonlySignal<ResourceState<Data>>; refresh: () => Promise<void> }

type Entry = Resource<unknown> & {
  key: string
  topic: Topic | null
  users: number
  isPermanent: boolean
  /** Whether the app fetched this before anything showed it. */
  isPrefetched: boolean
  /** Whether the data came with the document, and no newer data was requested since. */
  isStored: () => boolean
  /** Whether a request is running. */
  isLoading: () => boolean
  forget: () => void
  put: (data: unknown) => void
}

/** The number of cached answers that no screen shows, so that Back can show them at once. */
const UNUSED_MAX = 40

const entries = new Map<string, Entry>()

/** A resource that is never evicted: signals that read it must not lose it. */
export const resourceOf = <Name extends CallName>(name: Name, input: CallInput<Name>): Resource<CallAnswer<Name>> => {
  const entry = entryOf(name, input)
  entry.isPermanent = true
  // The key names the call, so the entry holds this call's answers.
  return entry as Resource<unknown> as Resource<CallAnswer<Name>>
}

/** Subscribes a component to a resource; fetches when it is first shown. `null` fetches nothing. */
export const useResource = <Name extends CallName>(
  name: Name,
  input: CallInput<Name> | null,
): ResourceState<CallAnswer<Name>> & { refresh: () => Promise<void> } => {
  const key = input === null ? null : urlOf(name, input)
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the input
  const entry = useMemo(() => (input === null ? null : entryOf(name, input)), [key])
  useEffect(() => (entry ? retain(entry) : undefined), [entry])
  const subscribe = useCallback((changed: () => void) => entry?.state.subscribe(changed) ?? idleSubscription, [entry])
  const state = useSyncExternalStore(
    subscribe,
    () => entry?.state.peek() ?? IDLE,
    () => (entry ? NOT_YET : IDLE),
  )
  return {
    ...(state as ResourceState<CallAnswer<Name>>),
    refresh: entry?.refresh ?? idle,
  }
}

/** Keeps a resource fresh without a component, e.g. the session; returns the function that releases it. */
export const retainResource = <Name extends CallName>(name: Name, input: CallInput<Name>): (() => void) =>
  retain(entryOf(name, input))

/**
 * Fetches an answer before a screen needs it; the first screen that shows it takes that answer. With an earlier answer nothing is
 * asked: the screen is drawn from that one, and a newer one would arrive during the movement to it.
 */
export const prefetch = <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<void> => {
  const entry = entryOf(name, input)
  if (entry.isStored() || entry.state.peek().data !== null) return Promise.resolve()
  entry.isPrefetched = true
  return entry.refresh()
}

/** Stores an answer that came from another call. */
export const putAnswer = <Name extends CallName>(name: Name, input: CallInput<Name>, data: CallAnswer<Name>): void =>
  entryOf(name, input).put(data)

/**
 * After a change: fetches again what is on the screen, and evicts what is only cached.
 * @param asked the address of a call whose answer has just come
 */
export const invalidate = (topics: readonly Topic[], asked: string | null = null): void => {
  for (const [key, entry] of entries) {
    if (key === asked || !isStale(entry.topic, topics)) continue
    refreshOrEvict(key, entry)
  }
}

/** Fetches everything on the screen again, because the member asked for it. */
export const refreshShown = async (): Promise<void> => {
  await Promise.all([...entries.values()].filter(({ users }) => users > 0).map(({ refresh }) => refresh()))
}

/** Fetches again, at the return of the network, what the screen lacks without one: its retries may be used up. */
export const refreshUnreached = (): void => {
  for (const { users, state, refresh } of entries.values())
    if (users > 0 && state.peek().error?.error === 'network_unavailable') void refresh()
}

/** The topics of all cached answers, for news that do not name their conversation. */
export const cachedTopics = (): Topic[] =>
  [...entries.values()].map(({ topic }) => topic).filter((topic) => topic !== null)

/**
 * Clears every answer at a login or logout, so that no data of the previous member shows, even for a moment. The session,
 * settings and places stay.
 */
export const clearMemberData = (): void => {
  for (const [key, entry] of entries) {
    if (key === urlOf('user.get', {}) || entry.topic === 'settings' || entry.topic === 'regions') continue
    entry.forget()
    refreshOrEvict(key, entry)
  }
}

const refreshOrEvict = (key: string, entry: Entry): void => {
  // No screen can show what was fetched in advance any more.
  entry.isPrefetched = false
  if (entry.users > 0) void entry.refresh()
  else if (entry.isPermanent) entry.forget()
  else entries.delete(key)
}

/** `session` makes everything stale; `members` also makes single profiles stale. */
const isStale = (topic: Topic | null, topics: readonly Topic[]): boolean =>
  topic !== null &&
  (topics.includes('session') || topics.includes(topic) || (topic.startsWith('member:') && topics.includes('members')))

/** The state during prerendering. Hydration must start with the same state. */
const NOT_YET = { data: null, cachedAt: null, error: null, loading: true }
const IDLE: ResourceState<unknown> = { data: null, cachedAt: null, error: null, loading: false }
const idle = async (): Promise<void> => {}
const idleSubscription = (): void => {}

const entryOf = <Name extends CallName>(name: Name, input: CallInput<Name>): Entry => {
  const key = urlOf(name, input)
  const existing = entries.get(key)
  const entry = existing ?? {
    ...makeResource(key, name, input),
    key,
    topic: topicOf(name, input),
    users: 0,
    isPermanent: false,
    isPrefetched: false,
  }
  // Insert the entry again: the map's order is the order of use, and the oldest entry is evicted first.
  entries.delete(key)
  entries.set(key, entry)
  if (!existing) dropUnused(entry)
  return entry
}

const retain = (entry: Entry): (() => void) => {
  entry.users += 1
  // The entry may have been evicted between the render and this effect.
  entries.set(entry.key, entry)
  // The first screen is drawn from the data that came with the document, and only then fetches newer data.
  if (entry.isStored()) whenIdle(() => (entry.isStored() ? void entry.refresh() : undefined))
  else if (!entry.isLoading() && !entry.isPrefetched) {
    if (entry.state.peek().data === null) void entry.refresh()
    // The screen is drawn from the last answer. At a slow processor, a newer one during the movement to it costs frames.
    else afterMovement(() => (entry.users > 0 && !entry.isLoading() ? void entry.refresh() : undefined))
  }
  entry.isPrefetched = false
  return () => {
    entry.users -= 1
    // The next screen that shows it begins with its placeholder: an old failure would be read out and may be over.
    const { data, error } = entry.state.peek()
    if (entry.users === 0 && data === null && error) entry.forget()
    dropUnused()
  }
}

const nothing = (): void => {}

const makeResource = <Name extends CallName>(
  key: string,
  name: Name,
  input: CallInput<Name>,
): Resource<CallAnswer<Name>> & Pick<Entry, 'isLoading' | 'isStored' | 'forget' | 'put'> => {
  const empty = { data: null, cachedAt: null, error: null, loading: true }
  const stored = storedAnswer(name, input)
  const state = signal<ResourceState<CallAnswer<Name>>>(stored ? { ...empty, ...stored } : empty)
  let asked = 0
  let answered = 0
  let failures = 0
  let stopWaiting = nothing
  let latest = { number: 0, settled: Promise.resolve() }
  const refresh = (): Promise<void> => {
    stopWaiting()
    asked += 1
    // A new object would render the screen again, although nothing has changed.
    if (!state.peek().loading) state.value = { ...state.peek(), loading: true }
    latest = { number: asked, settled: fetchAs(asked) }
    return latest.settled
  }
  const fetchAs = async (number: number): Promise<void> => {
    const answer = await call(name, input)
    // A later request has begun meanwhile: only its answer counts, so the caller of this one waits for it.
    if (number !== asked) return latest.number === number ? undefined : latest.settled
    answered = number
    if (answer.ok && !answer.queued)
      state.value = { data: unlessSame(answer.data), cachedAt: answer.cachedAt, error: null, loading: false }
    else state.value = { ...state.peek(), error: answer.ok ? null : answer.error, loading: false }
    if (answer.ok) failures = 0
    else scheduleRetry(answer.error)
  }
  /** [SITE-12] retries while a screen shows the resource. */
  const scheduleRetry = (error: ErrorBody): void => {
    const ms = askAgainAfter(error, failures)
    if (ms === null) return
    failures += 1
    stopWaiting = after(ms, () => {
      if ((entries.get(key)?.users ?? 0) > 0) void refresh()
    })
  }
  /** The first answer after the stored one is mostly the same: with the same object, nothing renders again. */
  const unlessSame = (data: CallAnswer<Name>): CallAnswer<Name> => {
    const shown = state.peek().data
    return stored && shown === stored.data && JSON.stringify(shown) === JSON.stringify(data) ? shown : data
  }
  const isLoading = (): boolean => answered !== asked
  const isStored = (): boolean => stored !== null && asked === 0
  const forget = (): void => {
    asked += 1
    answered = asked
    state.value = empty
  }
  const put = (data: unknown): void => {
    asked += 1
    answered = asked
    // Only `putAnswer` calls this, with this call's answer.
    state.value = { data: data as CallAnswer<Name>, cachedAt: null, error: null, loading: false }
  }
  return { state, refresh, isLoading, isStored, forget, put }
}

const dropUnused = (but?: Entry): void => {
  let unused = 0
  for (const key of [...entries.keys()].toReversed()) {
    const entry = entries.get(key)
    if (!entry || entry.users > 0 || entry.isPermanent || entry === but) continue
    unused += 1
    if (unused > UNUSED_MAX) entries.delete(key)
  }
}
