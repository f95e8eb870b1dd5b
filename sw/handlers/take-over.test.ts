import { expect, test, vi } from 'vitest'
import { memberWorld, textTo } from '../testing/world.ts'
import { giveWayTo, isGiveWay, takeOver } from './take-over.ts'

const ASKED = { type: 'SKIP_WAITING' }
const UNASKED = { type: 'SKIP_WAITING', unasked: true }

/** Fake locks; a test releases each lock itself. */
const fakeLocks = (...names: string[]) => {
  const held = new Map(names.map((name) => [name, Promise.withResolvers<void>()]))
  return {
    letGo: (name: string) => {
      held.get(name)?.resolve()
      held.delete(name)
    },
    locks: {
      query: async () => ({ held: [...held.keys()].map((name) => ({ name })), pending: [] }),
      request: (async (name: string, task: () => unknown) => {
        await held.get(name)?.promise
        return task()
      }) as LockManager['request'],
    },
  }
}

type Post = (message: unknown, options?: StructuredSerializeOptions) => void

const answersThePort: Post = (_, options) => {
  const [port] = options?.transfer ?? []
  if (port instanceof MessagePort) port.postMessage(null)
}

const windowsThatAre = (states: string[], postMessage = answersThePort) => ({
  list: async () =>
    states.map((visibilityState) => ({
      id: 'one',
      focused: false,
      visibilityState,
      focus: async () => {},
      postMessage,
    })),
  open: async () => {},
})

const begin = (
  message: unknown,
  { locks = fakeLocks().locks, windows = windowsThatAre(['visible']), timer = startTimer } = {},
) => {
  const skipWaiting = vi.fn<() => Promise<void>>(async () => {})
  const askToGiveWay = vi.fn<() => void>()
  const done = takeOver(message, { locks, windows, startTimer: timer, askToGiveWay, skipWaiting })
  return { skipWaiting, askToGiveWay, done }
}

/** A second passes in 20 ms. */
const startTimer = (task: () => void, delayMs: number) => {
  const timer = setTimeout(task, delayMs / 50)
  return () => clearTimeout(timer)
}

/** No time passes, so that only the locks can delay the takeover. */
const atOnce: typeof startTimer = (task) => {
  setImmediate(task)
  return () => {}
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('[PWA-10] the worker takes over on its message and on no other', async () => {
  const { skipWaiting, done } = begin(ASKED)
  await done
  expect(skipWaiting).toHaveBeenCalledOnce()
  for (const message of [null, 'SKIP_WAITING', {}, { type: 'navigate', path: '/' }]) {
    const other = begin(message)
    await other.done
    expect(other.skipWaiting).not.toHaveBeenCalled()
  }
})

test('[PWA-10] the worker waits until no member’s outbox is being sent', async () => {
  const { locks, letGo } = fakeLocks('outbox-1', 'live-1', 'outbox-2')
  const { skipWaiting, askToGiveWay, done } = begin(ASKED, { locks, timer: atOnce })
  await turns()
  // The active worker is asked at once, so that it starts no more sends.
  expect(askToGiveWay).toHaveBeenCalledOnce()
  letGo('outbox-1')
  await turns()
  expect(skipWaiting).not.toHaveBeenCalled()
  letGo('outbox-2')
  await done
  // The lock of the live tab does not count: it is held for as long as the tab is open.
  expect(skipWaiting).toHaveBeenCalledOnce()
})

test('[PWA-10] the flusher holds the lock while a message is being sent', async () => {
  const { browser, worker } = await memberWorld()
  const letGo = browser.holdAnswers()
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await browser.turns()
  const held = fakeLocks(...browser.heldLocks)
  const { skipWaiting, done } = begin(ASKED, { locks: held.locks, timer: atOnce })
  await turns()
  expect(skipWaiting).not.toHaveBeenCalled()
  letGo()
  await worker.settled()
  expect(browser.heldLocks.size).toBe(0)
  held.letGo('outbox-1')
  await done
  expect(skipWaiting).toHaveBeenCalledOnce()
})

test('[PWA-10] without a tap the worker takes over only while no tab is visible', async () => {
  const looked = begin(UNASKED, { windows: windowsThatAre(['hidden', 'visible']) })
  await looked.done
  expect(looked.skipWaiting).not.toHaveBeenCalled()
  expect(looked.askToGiveWay).not.toHaveBeenCalled()
  const alone = begin(UNASKED, { windows: windowsThatAre(['hidden', 'hidden']) })
  await alone.done
  expect(alone.skipWaiting).toHaveBeenCalledOnce()
})

test('[PWA-10] without Web Locks the worker takes over at once: the app has checked the outbox', async () => {
  const skipWaiting = vi.fn<() => Promise<void>>(async () => {})
  await takeOver(ASKED, {
    locks: undefined,
    windows: windowsThatAre([]),
    startTimer,
    askToGiveWay: () => {},
    skipWaiting,
  })
  expect(skipWaiting).toHaveBeenCalledOnce()
})

test('[PWA-10] before the worker takes over, every page is asked to send no calls, and answers', async () => {
  const posted: unknown[] = []
  const answers: (() => void)[] = []
  const windows = windowsThatAre(['visible', 'hidden'], (message, options) => {
    posted.push(message)
    answers.push(() => answersThePort(message, options))
  })
  const { skipWaiting, done } = begin(ASKED, { windows })
  await turns()
  expect(posted).toEqual([{ type: 'TAKING_OVER' }, { type: 'TAKING_OVER' }])
  answers[0]?.()
  await turns()
  expect(skipWaiting).not.toHaveBeenCalled()
  answers[1]?.()
  await turns()
  // Requests that the pages had already made still reach the old worker.
  expect(skipWaiting).not.toHaveBeenCalled()
  await done
  expect(skipWaiting).toHaveBeenCalledOnce()
})

test('[PWA-10] a frozen page does not keep the new version away', async () => {
  const { skipWaiting, done } = begin(ASKED, { windows: windowsThatAre(['hidden'], () => {}) })
  await turns()
  expect(skipWaiting).not.toHaveBeenCalled()
  await done
  expect(skipWaiting).toHaveBeenCalledOnce()
})

test('[PWA-10] a worker gives way to another version, and never to itself', () => {
  expect(isGiveWay(giveWayTo('b'), 'a')).toBe(true)
  expect(isGiveWay(giveWayTo('b'), 'b')).toBe(false)
  expect(isGiveWay({ type: 'SKIP_WAITING' }, 'a')).toBe(false)
})
