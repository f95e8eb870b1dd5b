/**
 * What a screen shows of the server: the answer of one `cached` call, kept fresh by news. Components use `useResource`;
 * whoever hears that something changed calls `invalidate`.
 */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import { useEffect, useMemo } from 'react'
import type { CallAnswer, CallInput, CallName } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { topicOf } from '#contract/rules/topics.ts'
import { call, urlOf } from '../ports/api.ts'

export type ResourceState<Data> = {
  /** The last answer, also while a newer one is on its way or has failed. */
  data: Data | null
  /** When the device last knew the data to be fresh, or null when the server itself answered. */
  heldAt: number | null
  /** Why the last try failed, or null. */
  error: ErrorBody | null
  loading: boolean
}

export type Resource<Data> = { state: ReadonlySignal<ResourceState<Data>>; refresh: () => Promise<void> }

type Entry = Resource<unknown> & { topic: Topic | null; users: number }

/** Answers nobody shows are kept this many deep, so that Back shows what was there at once. */
const KEPT_UNUSED = 40

const entries = new Map<string, Entry>()

export const resourceOf = <Name extends CallName>(name: Name, input: CallInput<Name>): Resource<CallAnswer<Name>> => {
  const key = urlOf(name, input)
  const held = entries.get(key)
  if (held) {
    entries.delete(key)
    entries.set(key, held)
    // The key names the call, so the entry holds this call's answers.
    return held as Resource<unknown> as Resource<CallAnswer<Name>>
  }
  const made = makeResource(name, input)
  entries.set(key, { ...made, topic: topicOf(name, input), users: 0 })
  dropUnused()
  return made
}

/** Subscribes a component to a resource; fetches when it is first shown. `null` asks for nothing. */
export const useResource = <Name extends CallName>(
  name: Name,
  input: CallInput<Name> | null,
): ResourceState<CallAnswer<Name>> & { refresh: () => Promise<void> } => {
  const key = input === null ? null : urlOf(name, input)
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the input
  const resource = useMemo(() => (input === null ? null : resourceOf(name, input)), [key])
  useEffect(() => {
    if (key === null || resource === null) return undefined
    const entry = entries.get(key)
    if (entry) entry.users += 1
    void resource.refresh()
    return () => {
      if (entry) entry.users -= 1
      dropUnused()
    }
  }, [key, resource])
  return { ...(resource?.state.value ?? IDLE), refresh: resource?.refresh ?? idle }
}

/** Something changed: what is on the screen is asked for again, what is only kept is forgotten. */
export const invalidate = (topics: readonly Topic[]): void => {
  for (const [key, entry] of entries) {
    if (!isStale(entry.topic, topics)) continue
    if (entry.users > 0) void entry.refresh()
    else entries.delete(key)
  }
}

/** Another member, or none: nothing of before may be shown for a moment. */
export const forgetAll = (): void => {
  for (const [key, entry] of entries) {
    if (entry.users > 0) void entry.refresh()
    else entries.delete(key)
  }
}

/** `session` makes everything stale; `members` also makes single profiles stale. */
const isStale = (topic: Topic | null, topics: readonly Topic[]): boolean =>
  topic !== null &&
  (topics.includes('session') || topics.includes(topic) || (topic.startsWith('member:') && topics.includes('members')))

const IDLE = { data: null, heldAt: null, error: null, loading: false }
const idle = async (): Promise<void> => {}

const makeResource = <Name extends CallName>(name: Name, input: CallInput<Name>): Resource<CallAnswer<Name>> => {
  const state = signal<ResourceState<CallAnswer<Name>>>({ data: null, heldAt: null, error: null, loading: true })
  let asked = 0
  const refresh = async (): Promise<void> => {
    asked += 1
    const mine = asked
    state.value = { ...state.value, loading: true }
    const answer = await call(name, input)
    // A later question has been asked meanwhile: its answer counts.
    if (mine !== asked) return
    if (answer.ok && !answer.queued)
      state.value = { data: answer.data, heldAt: answer.heldAt, error: null, loading: false }
    else state.value = { ...state.value, error: answer.ok ? null : answer.error, loading: false }
  }
  return { state, refresh }
}

const dropUnused = (): void => {
  let unused = 0
  for (const key of [...entries.keys()].toReversed()) {
    const entry = entries.get(key)
    if (!entry || entry.users > 0) continue
    unused += 1
    if (unused > KEPT_UNUSED) entries.delete(key)
  }
}
