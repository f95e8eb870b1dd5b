/** One visit to one address, from the navigation until nothing happens any more. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright'
import { CPU_SLOWDOWN } from './browser.ts'
import { watchPage, type VisitMarks } from './probe.ts'
import type { SlowLink } from './slow-link.ts'

export type Visit = VisitMarks & {
  requests: number
  /** Bytes over the link until the page was quiet, the service worker's included. */
  wireBytes: number
  /** Answers that failed, named: a page that shows an error fast is not fast. */
  failures: string[]
}

/** Without a request or a long task for so long, a page is quiet. */
const QUIET_MS = 1_500
const VISIT_MS_MAX = 60_000

export const visit = async (
  context: BrowserContext,
  link: SlowLink,
  url: string,
  readySelector: string,
): Promise<{ visit: Visit; page: Page }> => {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(watchPage, readySelector)

  const open = new Set<string>()
  const failures: string[] = []
  let requests = 0
  let lastChange = performance.now()
  const changed = (): void => {
    lastChange = performance.now()
  }
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    // Event streams stay open for ever.
    if (/^(data|blob):/.test(request.url) || type === 'EventSource') return
    requests += 1
    open.add(requestId)
    changed()
  })
  cdp.on('Network.responseReceived', ({ response }) => {
    if (response.status >= 400) failures.push(`${response.status} ${response.url}`)
  })
  for (const ended of ['Network.loadingFinished', 'Network.loadingFailed'] as const) {
    cdp.on(ended, ({ requestId }) => {
      open.delete(requestId)
      changed()
    })
  }

  const receivedBefore = link.received()
  const end = performance.now() + VISIT_MS_MAX
  await page.goto(url, { waitUntil: 'commit', timeout: VISIT_MS_MAX })
  let tasks = 0
  let seen = await seenBy(page)
  for (;;) {
    await sleep(100)
    seen = await seenBy(page)
    if (seen.longTasks !== tasks) changed()
    tasks = seen.longTasks
    const isQuiet = open.size === 0 && performance.now() - lastChange > QUIET_MS
    if (seen.ready !== null && isQuiet) break
    if (performance.now() > end)
      throw new Error(`${url} was not ready in ${VISIT_MS_MAX / 1_000} s: ${await textOf(page)}`)
  }
  return { page, visit: { ...seen, requests, wireBytes: link.received() - receivedBefore, failures } }
}

/** Answers when the service worker is active and the link quiet: from here on the network may go. */
export const untilInstalled = async (page: Page, link: SlowLink): Promise<{ at: number }> => {
  const end = performance.now() + VISIT_MS_MAX
  while (performance.now() < end) {
    const { workerActive } = await seenBy(page)
    const before = link.received()
    await sleep(500)
    if (workerActive !== null && link.received() === before) return { at: workerActive }
  }
  throw new Error(`The service worker was not active in ${VISIT_MS_MAX / 1_000} s`)
}

const seenBy = async (page: Page): Promise<VisitMarks> =>
  (await page.evaluate(() => window.benchSeen)) ?? {
    fcp: null,
    lcp: null,
    lcpWas: '',
    ready: null,
    usable: null,
    shift: 0,
    longTasks: 0,
    workerActive: null,
  }

const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => `${location.href}: ${document.body.innerText.slice(0, 300)}`)
