/**
 * Handles every sign of possible news: the worker asks the server for changes. Without a worker the app fetches again what is on
 * the screen.
 */
import { computed, effect, untracked } from '@preact/signals-react'
import type { Topic } from '#contract/device.ts'
import type { StreamEvent, StreamNews } from '#contract/events.ts'
import { call } from '../ports/api.ts'
import { after } from '../ports/clock.ts'
import type { NewsChannel } from '../ports/device-news.ts'
import { keepLine } from '../ports/event-stream.ts'
import { onLine, restored, visible } from '../ports/page.ts'
import { random } from '../ports/random.ts'
import { controlled, pause } from '../ports/service-worker.ts'
import { asLeader } from '../ports/tabs.ts'
import { openTypingChannel, type TypingChannel } from '../ports/typing-channel.ts'
import { connection } from './connection.ts'
import { onceAtATime } from './once-at-a-time.ts'
import { isPushOn } from './push.ts'
import { keepRefreshing } from './refresh-timer.ts'
import { heldTopics, holdResource, invalidate } from './resource.ts'
import { isLoggedIn, refreshSession, user } from './session.ts'
import { receiveTyping, startTyping } from './typing.ts'

let news: NewsChannel | undefined
let typingTabs: TypingChannel | undefined

/** Asks for changes; several reasons at the same time cause one request. */
export const catchUp = onceAtATime(async () => {
  if (controlled.peek()) {
    const answer = await call('device.sync', { body: {} })
    // The worker may have gone since. Then the server answers, and the server has no such call.
    if (answer.ok || answer.error.error !== 'no_device') return
  }
  const topics: Topic[] = isLoggedIn.peek() ? ['user', 'chats', 'likes'] : ['user']
  news?.tell(topics)
  invalidate([...topics, ...conversationTopics()])
})

let passing: Promise<void> = Promise.resolve()

/** Passes the changes that the stream brought to the worker, one after the other. */
const passOn = (news: StreamNews): void => {
  passing = passAfter(passing, news)
}

const passAfter = async (earlier: Promise<void>, news: StreamNews): Promise<void> => {
  await earlier
  const answer = await call('device.sync', { body: { news } })
  // The worker may have gone since.
  if (!answer.ok) await catchUp()
}

/**
 * Starts every trigger: news, the live line, the timer, coming back to the page or the network.
 * @param channel open since before the first question
 */
export const startFreshness = (channel: NewsChannel): void => {
  news = channel
  channel.hear(hear)
  const lookedAt = computed(() => isLoggedIn.value && visible.value)
  // A hidden tab closes the stream before the browser freezes it, so that a visible tab can open it.
  const looking = computed(() => (visible.value && user.value?.id) || null)
  whenever(looking, (member) =>
    asLeader(`live-${member}`, () => keepLine({ connect, after: afterPause, random, onEvent, onOpen })),
  )
  startTyping()
  typingTabs = openTypingChannel(receiveTyping)
  whenever(lookedAt, () => keepRefreshing({ after, isPushSubscribed: isPushOn, refresh: catchUp }))
  // A visitor's page sends no requests by itself, so without this the offline notice would never go away.
  const lost = computed(() => !isLoggedIn.value && visible.value && !connection.value.online)
  whenever(lost, () => keepRefreshing({ after, isPushSubscribed: async () => false, refresh: refreshSession }))
  // Coming back to the page or to the network is a reason to ask; the start of the page is not.
  let there = visible.peek() && onLine.peek()
  effect(() => {
    const now = visible.value && onLine.value
    if (now && !there) void untracked(returned)
    there = now
  })
  // Another member may be logged in by now [PWA-11], so ask for everything again.
  effect(() => {
    if (restored.value > 0) untracked(() => hear(['session']))
  })
  whenever(controlled, () => holdResource('device.state', {}))
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
  const waiting = computed(() => lookedAt.value && controlled.value && connection.value.waiting > 0)
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

const returned = async (): Promise<void> => {
  if (isLoggedIn.peek()) await catchUp()
  // The worker has no news for what it never took for lost; what the page has read of it is from before.
  if (controlled.peek()) invalidate(['device'])
}

const connect = (): EventSource => new EventSource('/api/events')

/** The live line reconnects after a pause of the calls, too. */
const afterPause: typeof after = (ms, run) => {
  let isStopped = false
  const stop = after(ms, () => {
    const paused = pause()
    if (!paused) run()
    else void paused.then(() => (isStopped ? undefined : run()))
  })
  return () => {
    isStopped = true
    stop()
  }
}

let opened = 0

/** Catches up on what happened without a stream. A page that has just loaded everything need not load it again. */
const onOpen = (): void => {
  opened += 1
  if (opened > 1 || controlled.peek()) void catchUp()
}

const onEvent = (event: StreamEvent): void => {
  if (event.type === 'typing') {
    receiveTyping(event)
    typingTabs?.tell(event)
    return
  }
  // Logged out elsewhere: the worker asks, too, since it may have to forget everything [ACC-16]. A page alone is done then.
  if (event.type === 'logout') void refreshSession().then(() => (controlled.peek() ? catchUp() : undefined))
  else if (event.type === 'change' && event.news && controlled.peek()) passOn(event.news)
  else void catchUp()
}

const hear = (topics: readonly Topic[]): void => {
  // The session may have changed, so ask for it first. A new session also clears everything else.
  if (topics.includes('session')) void refreshSession().then(() => invalidate(topics))
  // Another tab without a worker cannot say which conversation it was.
  else invalidate(controlled.peek() || !topics.includes('chats') ? topics : [...topics, ...conversationTopics()])
}

const conversationTopics = (): Topic[] => heldTopics().filter((topic) => topic.startsWith('messages:'))

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
