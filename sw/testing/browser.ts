/** A fake browser for tests: a manual clock, storage that outlives the worker, and a network that can fail. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { MEMBER_HEADER, type Topic } from '#contract/device.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import { createDevice, type Device } from '../device.ts'
import { answerApi, apiCallOf } from '../handlers/api.ts'
import { answerPhoto } from '../handlers/photos.ts'
import type { Ports } from '../ports.ts'
import { FakeCaches } from './fake-caches.ts'
import { answerOf } from './fake-handlers.ts'
import type { FakeServer, Jar } from './fake-server.ts'

export const ORIGIN = 'https://visavis.test'

/**
 * A fault of a request. `lose` fails before the server gets it, `loseAnswer` after the server has acted. `proxyError`
 * is a 502 from something in between; `stall` never ends.
 */
export type Fault = 'lose' | 'loseAnswer' | 'twice' | 'slow' | 'proxyError' | 'stall' | null

export class FakeBrowser {
  readonly server: FakeServer
  readonly jar: Jar = { member: null }
  readonly caches = new FakeCaches()
  readonly news: Topic[] = []
  readonly badges: number[] = []
  readonly shown: { title: string; options: NotificationOptions }[] = []
  /** Notifications on the screen, by tag. */
  readonly onScreen = new Map<string, { title: string; options: NotificationOptions }>()
  readonly opened: string[] = []
  readonly windows: { id?: string; focused: boolean; visibilityState: string; posted: unknown[]; refuses?: boolean }[] =
    []
  private state: 'up' | 'down' | 'stalled' = 'up'
  private resets: (() => void)[] = []
  language: string | null = null
  /** Whether a newer version is about to take over. */
  givesWay = false
  fault: (request: Request) => Fault = () => null
  random: () => number = () => 0.5
  subscription: unknown = null
  allowsPush = true
  takesText = false
  savesData = false
  clock = 1_700_000_000_000
  /** The clock that the server's answers name; null for none. */
  serverClock: number | null = null
  closedNotifications = 0
  pushUnsubscribed = 0
  wakeRequests = 0
  quota = Infinity
  private made = 0
  private held: Promise<void> | null = null
  /** How long each answer takes, in ms. */
  delay = 0
  timers: { at: number; task: () => void }[] = []
  private readonly locks = new Map<string, Promise<void>>()
  /** The names of the locks in use. */
  readonly heldLocks = new Set<string>()
  private readonly alive = new Set<{ alive: boolean }>()

  constructor(server: FakeServer) {
    this.server = server
    globalThis.indexedDB = new IDBFactory()
  }

  get network(): 'up' | 'down' | 'stalled' {
    return this.state
  }

  /** Stalled requests fail once the network changes. */
  set network(next: 'up' | 'down' | 'stalled') {
    this.state = next
    if (next !== 'stalled') for (const reset of this.resets.splice(0)) reset()
  }

  newId = (): string => {
    this.made += 1
    return uuidv7(
      this.clock,
      Uint8Array.from({ length: 10 }, (_, index) => (this.made >> (8 * (index % 4))) & 0xff),
    )
  }

  /** Delays all answers until the returned function is called. */
  holdAnswers(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.held = promise
    return resolve
  }

  /** Runs everything that needs no time to pass. */
  async turns(count = 30): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }

  /** Advances the clock and runs the timers that become due. */
  async pass(ms: number): Promise<void> {
    const end = this.clock + ms
    for (;;) {
      await this.turns()
      const due = this.timers.filter((timer) => timer.at <= end).toSorted((one, other) => one.at - other.at)[0]
      if (!due) break
      this.timers = this.timers.filter((timer) => timer !== due)
      this.clock = Math.max(this.clock, due.at)
      due.task()
    }
    this.clock = end
    await this.turns()
  }

  /** Advances the clock until the work settles. */
  async until<Result>(work: Promise<Result>): Promise<Result> {
    const state = { isSettled: false }
    const settle = (): void => {
      state.isSettled = true
    }
    work.then(settle, settle)
    // Enough turns for work that needs only storage or the network, so that time passes only if necessary.
    for (let round = 0; !state.isSettled && round < 20; round += 1) await this.turns()
    for (let waits = 0; !state.isSettled && waits < 200; waits += 1) await this.pass(1_000)
    if (!state.isSettled) throw new Error('It never came')
    return work
  }

  /** Starts a worker in this browser. A second one continues with its storage; `kill` ends a worker at any point. */
  start(): Worker {
    const life = { alive: true }
    this.alive.add(life)
    const device = createDevice(this.ports(life))
    return new Worker(this, device, async () => {
      life.alive = false
      this.locks.clear()
      this.heldLocks.clear()
      await device.sessions.close()
    })
  }

  private ports(life: { alive: boolean }): Ports {
    return {
      origin: ORIGIN,
      version: 'test',
      fetch: (request, signal) => (life.alive ? this.fetch(request, signal, life) : never()),
      now: () => this.clock,
      random: () => this.random(),
      newId: this.newId,
      isOnLine: () => this.network !== 'down',
      savesData: () => this.savesData,
      givesWay: () => this.givesWay,
      language: async () => this.language,
      news: (topics) => {
        if (life.alive) this.news.push(...topics)
      },
      locked: (name, task) => {
        if (!life.alive) return never()
        const before = this.locks.get(name) ?? Promise.resolve()
        const mine = before.then(() => (life.alive ? this.holding(name, task) : never<void>()))
        this.locks.set(
          name,
          mine.catch(() => {}),
        )
        return mine
      },
      startTimer: (task, delayMs) => {
        const timer = { at: this.clock + delayMs, task: () => void (life.alive && task()) }
        this.timers.push(timer)
        return () => {
          this.timers = this.timers.filter((other) => other !== timer)
        }
      },
      caches: () => this.caches,
      quota: async () => this.quota,
      wakeWhenOnline: async () => {
        this.wakeRequests += 1
      },
      badge: async (count) => {
        this.badges.push(count)
      },
      notifications: {
        show: async (title, options) => {
          this.shown.push({ title, options })
          this.onScreen.set(options.tag ?? title, { title, options })
        },
        list: async (tag) =>
          [...this.onScreen]
            .filter(([held]) => tag === undefined || held === tag)
            .map(
              ([
                held,
                {
                  title,
                  options: { body = '', icon = '', data },
                },
              ]) => ({
                title,
                body,
                icon,
                data: data as unknown,
                close: () => void this.onScreen.delete(held),
              }),
            ),
        closeAll: async () => {
          this.closedNotifications += 1
          this.onScreen.clear()
        },
        maxActions: 2,
        takesText: this.takesText,
      },
      push: {
        current: async () => this.subscription,
        isAllowed: () => this.allowsPush,
        subscribe: async () => {
          this.subscription ??= subscriptionTo('https://push.example.test/1')
          return this.subscription
        },
        unsubscribe: async () => {
          this.pushUnsubscribed += 1
          this.subscription = null
        },
      },
      windows: {
        list: async () =>
          this.windows.map((window, index) => ({
            id: window.id ?? `window-${index}`,
            focused: window.focused,
            visibilityState: window.visibilityState,
            focus: async () => {
              if (window.refuses) throw new Error('Not allowed')
            },
            postMessage: (message) => void window.posted.push(message),
          })),
        open: async (path) => void this.opened.push(path),
      },
    }
  }

  private async holding(name: string, task: () => Promise<void>): Promise<void> {
    this.heldLocks.add(name)
    try {
      await task()
    } finally {
      this.heldLocks.delete(name)
    }
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.timers.push({ at: this.clock + ms, task: resolve })
    })
  }

  private reset(): Promise<never> {
    return new Promise((_, reject) => {
      this.resets.push(() => reject(new TypeError('Failed to fetch')))
    })
  }

  private async fetch(request: Request, signal: AbortSignal, life: { alive: boolean }): Promise<Response> {
    const body = new Uint8Array(await request.arrayBuffer())
    if (this.network === 'stalled') await Promise.race([aborted(signal), this.reset()])
    if (this.network === 'down') throw new TypeError('Failed to fetch')
    const fault = this.fault(request)
    if (fault === 'lose') throw new TypeError('Failed to fetch')
    if (fault === 'stall') await aborted(signal)
    if (fault === 'proxyError') return new Response('<h1>Bad gateway</h1>', { status: 502 })
    if (fault === 'slow') await this.turns(40)
    const response = answerOf(this.server, this.jar, request, body)
    const again = fault === 'twice' ? answerOf(this.server, this.jar, request, body) : response
    await this.turns(fault === 'slow' ? 40 : 2)
    if (this.delay > 0) await Promise.race([aborted(signal), this.wait(this.delay)])
    await this.held
    if (!life.alive) return never()
    if (fault === 'loseAnswer') throw new TypeError('Failed to fetch')
    if (this.serverClock !== null) again.headers.set('date', new Date(this.serverClock).toUTCString())
    return again
  }
}

export const subscriptionTo = (endpoint: string) => ({
  endpoint,
  keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
})

export type WorkerAnswer = { status: number; json: unknown; cachedAt: number | null }

export class Worker {
  readonly browser: FakeBrowser
  readonly device: Device
  readonly kill: () => Promise<void>
  private extended: Promise<unknown>[] = []

  constructor(browser: FakeBrowser, device: Device, kill: () => Promise<void>) {
    this.browser = browser
    this.device = device
    this.kill = kill
  }

  extend = (work: Promise<unknown>): void => {
    this.extended.push(work.catch(() => {}))
  }

  /** @param shown the member whom the page shows */
  request(method: string, path: string, body?: unknown, shown?: number): Request {
    const headers = {
      'x-request-type': 'client',
      ...(shown === undefined ? {} : { [MEMBER_HEADER]: String(shown) }),
      ...(body instanceof Blob ? { 'content-type': body.type } : {}),
    }
    const isRaw = typeof body === 'string' || body instanceof Blob
    const content = body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }
    return new Request(`${ORIGIN}${path}`, { method, headers, ...content })
  }

  /** Makes a page's request through the worker and returns the answer. */
  async call(method: string, path: string, body?: unknown, shown?: number): Promise<WorkerAnswer> {
    const request = this.request(method, path, body, shown)
    const matched = apiCallOf(request, ORIGIN)
    if (!matched) throw new Error(`The worker keeps out of ${method} ${path}`)
    const response = await answerApi(this.device, matched, request, this.extend)
    const cachedAt = response.headers.get('x-held-at')
    return {
      status: response.status,
      json: response.status === 204 ? null : await response.json(),
      cachedAt: cachedAt === null ? null : Number(cachedAt),
    }
  }

  photo(path: string): Promise<Response> {
    return answerPhoto(this.device, new Request(`${ORIGIN}${path}`), this.extend)
  }

  /** Resolves when all work that extends this worker's life has ended. */
  async settled(): Promise<void> {
    while (this.extended.length > 0) {
      const work = this.extended
      this.extended = []
      await this.browser.until(Promise.all(work))
    }
    await this.browser.turns()
  }

  async login(member: number): Promise<void> {
    await this.call('POST', '/api/user', { email: `member-${member}@example.test`, password: 'welcome-to-the-demo' })
    await this.settled()
  }
}

/** A promise for a dead worker's request: it never settles. */
const never = <Result>(): Promise<Result> => new Promise(() => {})

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
  })
