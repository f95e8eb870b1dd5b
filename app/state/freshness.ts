/**
 * Reacts to every sign that data may have changed: the worker asks the server for changes. Without a worker, the app refetches
 * the data on the screen.
 */
import { computed, effect, untracked } from '@preact/signals-react'
import type { Topic } from '#contract/device.ts'
import type { StreamEvent, StreamNews } from '#contract/events.ts'
import { FIRST_REFRESH_MS, REFRESH_MS, REFRESH_WITH_PUSH_MS } from '#contract/limits.ts'
import { retryDelay } from '#contract/rules/retry.ts'
import { call, urlOf } from '../ports/api.ts'
import { after } from '../ports/clock.ts'
import type { NewsChannel } from '../ports/device-news.ts'
import { openEventStream } from '../ports/event-stream.ts'
import { onLine, restored, visible } from '../ports/page.ts'
import { random } from '../ports/random.ts'
import { controlled, takeoverPause } from '../ports/service-worker.ts'
import { runAsLeader } from '../ports/tabs.ts'
import { openTypingChannel, receiveTyping, startTyping, type TypingChannel } from './typing.ts'
import { connection, onBack } from './connection.ts'
import { onceAtATime } from './once-at-a-time.ts'
import { isPushOn } from './push.ts'
import { cachedTopics, retainResource, invalidate, refreshUnreached } from './resource.ts'
import { isLoggedIn, refreshSession, user } from './session.ts'

let news: NewsChannel | undefined
let typingTabs: TypingChannel | undefined

/** Asks for changes. Calls during a request cause one more request, not many. */
export const catchUp = onceAtATime(async () => {
  if (controlled.peek()) {
    const answer = await call('device.sync', { body: {} })
    // Without the worker the server answers this call with an error, because it has no such call.
    if (answer.ok || answer.error.error !== 'no_device') return
  }
  const topics: Topic[] = isLoggedIn.peek() ? ['user', 'chats', 'likes'] : ['user']
  news?.post(topics)
  invalidate([...topics, ...conversationTopics()])
})

let handedOver: Promise<void> = Promise.resolve()

/** Passes changes from the event stream to the worker, in their order. */
const passToWorker = (news: StreamNews): void => {
  handedOver = passAfter(handedOver, news)
}

const passAfter = async (earlier: Promise<void>, news: StreamNews): Promise<void> => {
  await earlier
  const answer = await call('device.sync', { body: { news } })
  // The worker is gone: fetch the changes from the server.
  if (!answer.ok) await catchUp()
}

/**
 * Starts every trigger of a refresh: news from tabs and worker, the event stream, the timer, and the return to the page or the
 * network. @param channel was opened before the first request, so that no news is missed
 */
export const startFreshness = (channel: NewsChannel): void => {
  news = channel
  channel.listen(applyNews)
  const isShownToMember = computed(() => isLoggedIn.value && visible.value)
  // A hidden tab closes the stream before the browser freezes it, so that a visible tab can open it.
  const shownMember = computed(() => (visible.value && user.value?.id) || null)
  whenever(shownMember, (member) =>
    runAsLeader(`live-${member}`, () =>
      openEventStream({ connect, after: afterPause, random, onEvent, onOpen, onBack }),
    ),
  )
  startTyping()
  typingTabs = openTypingChannel(receiveTyping)
  whenever(isShownToMember, () => startRefreshing({ after, isPushSubscribed: isPushOn, refresh: catchUp }))
  // A visitor's page sends no requests by itself, so only this timer notices that the network is back.
  const isVisitorOffline = computed(() => !isLoggedIn.value && visible.value && !connection.value.online)
  whenever(isVisitorOffline, () =>
    startRefreshing({ after, isPushSubscribed: async () => false, refresh: refreshSession }),
  )
  onBack(refreshUnreached)
  // The return to the page or the network triggers a refresh; the start of the page does not.
  let wasReachable = visible.peek() && onLine.peek()
  /** How many times since that return the member's page has asked in vain. */
  let vainly = 0
  effect(() => {
    const now = visible.value && onLine.value
    if (now && !wasReachable) {
      vainly = 0
      void untracked(catchUpOnReturn)
    }
    wasReachable = now
  })
  // A browser says that the network is back before it works. If that return finds none, the next one may be minutes away: the refresh, or
  // the event stream, whose pauses have grown. On a slow network, which only seems to be away, the pauses here go on growing.
  const isUnreached = computed(
    () => isShownToMember.value && controlled.value && onLine.value && !connection.value.online,
  )
  whenever(isUnreached, () => {
    const wait = (): (() => void) =>
      after(retryDelay(vainly, random()), () => {
        vainly += 1
        void catchUp()
        stop = wait()
      })
    let stop = wait()
    return () => stop()
  })
  // A page restored from the back-forward cache may belong to another member by now [PWA-11], so refetch everything.
  effect(() => {
    if (restored.value > 0) untracked(() => applyNews(['session']))
  })
  whenever(controlled, () => retainResource('device.state', {}))
  // Premium unlocks the photos of others [PAY-3], and may begin or end on another device.
  const isPremium = computed(() => user.value?.paid_user ?? null)
  let wasPremium = isPremium.peek()
  effect(() => {
    const isNow = isPremium.value
    if (isNow !== null && wasPremium !== null && isNow !== wasPremium) untracked(() => invalidate(['members']))
    wasPremium = isNow
  })
  // A worker that takes control may have stored its lists before a change of which only this page has heard, and may
  // have asked who is logged in before the login.
  let wasControlled = controlled.peek()
  effect(() => {
    if (controlled.value && !wasControlled && isLoggedIn.peek())
      void untracked(async () => {
        await refreshSession()
        await catchUp()
      })
    wasControlled = controlled.value
  })
  // Certainly without a network the worker may sleep: the return of the network asks it.
  const maySend = computed(() => isShownToMember.value && controlled.value && onLine.value)
  const waiting = computed(() => maySend.value && connection.value.waiting > 0)
  whenever(waiting, () => every(STILL_WAITING_MS, () => invalidate(['device'])))
}

/**
 * While writes wait, the page asks the worker (never the server) for its state. The browser ends an idle worker and its timers,
 * so without these questions nothing would retry once the network works [PWA-2].
 */
const STILL_WAITING_MS = 3_000

const every = (ms: number, run: () => void): (() => void) => {
  let stop = after(ms, function again() {
    run()
    stop = after(ms, again)
  })
  return () => stop()
}

const catchUpOnReturn = async (): Promise<void> => {
  if (isLoggedIn.peek()) await catchUp()
  // The worker sends no news if it has not noticed the interruption, so refetch its state.
  if (controlled.peek()) invalidate(['device'])
}

const connect = (): EventSource => new EventSource('/api/events')

/** Waits, and then also until a takeover of the worker has ended, before the event stream reconnects. */
const afterPause: typeof after = (ms, run) => {
  let isStopped = false
  const stop = after(ms, () => {
    const paused = takeoverPause()
    if (!paused) run()
    else void paused.then(() => (isStopped ? undefined : run()))
  })
  return () => {
    isStopped = true
    stop()
  }
}

let openings = 0

/** Fetches the changes from the time without a stream. The first stream of a page without a worker needs none: all is fresh. */
const onOpen = (): void => {
  openings += 1
  if (openings > 1 || controlled.peek()) void catchUp()
}

const onEvent = (event: StreamEvent): void => {
  if (event.type === 'typing') {
    receiveTyping(event)
    typingTabs?.post(event)
    return
  }
  // Logged out elsewhere: the worker also asks, because it may have to delete its data [ACC-16].
  if (event.type === 'logout') void refreshSession().then(() => (controlled.peek() ? catchUp() : undefined))
  else if (event.type === 'change' && event.news && controlled.peek()) passToWorker(event.news)
  else void catchUp()
}

const applyNews = (topics: readonly Topic[]): void => {
  // The session may have changed, so ask for it first. A new session also clears everything else.
  if (topics.includes('session')) void refreshSession().then(() => invalidate(topics, urlOf('user.get', {})))
  // News from a tab without a worker do not name the conversation, so invalidate all.
  else invalidate(controlled.peek() || !topics.includes('chats') ? topics : [...topics, ...conversationTopics()])
}

const conversationTopics = (): Topic[] => cachedTopics().filter((topic) => topic.startsWith('messages:'))

/** Runs something while a condition is true. */
const whenever = <Value extends boolean | number | null>(
  condition: { value: Value },
  run: (value: Value) => () => void,
): void => {
  effect(() => {
    const value = condition.value
    return value ? untracked(() => run(value)) : undefined
  })
}

type Timer = {
  after: (ms: number, run: () => void) => () => void
  isPushSubscribed: () => Promise<boolean>
  refresh: () => Promise<void>
}

/**
 * Refreshes while the page is visible: first after 5 s, then every 60 s, or every 300 s with push [PWA-4].
 * @returns the function that stops it
 */
export const startRefreshing = ({ after, isPushSubscribed, refresh }: Timer): (() => void) => {
  let stopped = false
  let stopWaiting: (() => void) | undefined
  const wait = async (refreshes: number): Promise<void> => {
    const pushSubscribed = refreshes > 0 && (await isPushSubscribed())
    if (stopped) return
    stopWaiting = after(refreshDelay(refreshes, pushSubscribed), () => {
      // The screen shows a failed refresh itself; the next one runs in any case.
      void refresh()
        .catch(() => {})
        .then(() => wait(refreshes + 1))
    })
  }
  void wait(0)
  return () => {
    stopped = true
    stopWaiting?.()
  }
}

/** The pause before the next refresh of user, chats and likes, in ms. */
export const refreshDelay = (refreshes: number, pushSubscribed: boolean): number => {
  if (refreshes === 0) return FIRST_REFRESH_MS
  return pushSubscribed ? REFRESH_WITH_PUSH_MS : REFRESH_MS
}
