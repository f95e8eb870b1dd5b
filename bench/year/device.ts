/** A phone's browser with its profile on disk: closed and started again it has only what it kept. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright'
import * as v from 'valibot'
import { CHROMIUM_ARGS, chromiumPath } from '../../e2e/support/chromium.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { CPU_SLOWDOWN } from '../visit/browser.ts'
import { watchPage, type VisitMarks } from '../visit/probe.ts'

const READY_MS_MAX = 60_000
/** Layout shifts count until this time after the start. */
const SETTLE_MS = 1_500

export type RunningBrowser = {
  context: BrowserContext
  /** MB of script held by the service worker, after what it can let go of is gone. */
  workerHeap: (origin: string) => Promise<number>
}

export type Device = {
  /** Runs something in the browser, started for that and ended after it. */
  run: <Result>(work: (running: RunningBrowser) => Promise<Result>) => Promise<Result>
  /**
   * The browser is started without a network, goes to an address, and is ended.
   * @param tapped the member taps the first of these as soon as it is shown
   */
  coldStart: (url: string, readySelector: string, tapped?: string) => Promise<VisitMarks>
  remove: () => Promise<void>
}

export const openDevice = async (): Promise<Device> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-year-'))
  const run: Device['run'] = async (work) => {
    const port = await freePort()
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: chromiumPath(),
      args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      locale: 'en-US',
    })
    try {
      return await work({ context, workerHeap: (origin) => heapOfWorker(port, origin) })
    } finally {
      await context.close()
    }
  }
  return {
    run,
    coldStart: (url, readySelector, tapped) =>
      run(async ({ context }) => {
        await context.setOffline(true)
        const page = await context.newPage()
        const cdp = await context.newCDPSession(page)
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
        await page.addInitScript(watchPage, readySelector)
        if (tapped !== undefined) await page.addInitScript(tapWhenShown, tapped)
        await page.goto(url, { waitUntil: 'commit' })
        return untilReady(page, readySelector)
      }),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  }
}

/** Serialised into the page. A document that the tap opens is measured from its own beginning, so an app that loads one seems faster. */
const tapWhenShown = (selector: string): void => {
  const look = (): void => {
    const element = document.querySelector<HTMLElement>(selector)
    if (element?.checkVisibility() === true) element.click()
    else requestAnimationFrame(look)
  }
  if (window.top === window) look()
}

const untilReady = async (page: Page, readySelector: string): Promise<VisitMarks> => {
  await page.waitForFunction(() => window.benchSeen?.usable !== null, null, { timeout: READY_MS_MAX })
  // A jump comes soon after the start, if one comes.
  await page.waitForTimeout(SETTLE_MS)
  const seen = await page.evaluate(() => window.benchSeen)
  if (!seen) throw new Error(`Nobody looked for ${readySelector}`)
  return seen
}

const Targets = v.array(v.object({ type: v.string(), url: v.string(), webSocketDebuggerUrl: v.string() }))
const Answer = v.object({ id: v.number(), result: v.optional(v.object({ usedSize: v.optional(v.number()) })) })

const ANSWER_MS_MAX = 30_000

/**
 * The heap size of a service worker. It asks DevTools directly, because a page's session cannot.
 * @param port where the browser's DevTools listen
 * @returns MB
 */
const heapOfWorker = async (port: number, origin: string): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`)
  const target = v
    .parse(Targets, await response.json())
    .find(({ type, url }) => type === 'service_worker' && url.startsWith(origin))
  if (!target) throw new Error(`No service worker of ${origin} runs`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error('DevTools let nobody in')))
    })
    await ask(socket, 1, 'HeapProfiler.collectGarbage')
    return ((await ask(socket, 2, 'Runtime.getHeapUsage')).result?.usedSize ?? Number.NaN) / 1e6
  } finally {
    socket.close()
  }
}

const ask = (socket: WebSocket, id: number, method: string): Promise<v.InferOutput<typeof Answer>> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer to ${method}`)), ANSWER_MS_MAX)
    socket.addEventListener('message', ({ data }) => {
      const answer = v.safeParse(Answer, JSON.parse(String(data)))
      if (!answer.success || answer.output.id !== id) return
      clearTimeout(timer)
      resolve(answer.output)
    })
    socket.send(JSON.stringify({ id, method }))
  })
