/** Measures a member's data on a device: rows of its stores, bytes on disk, memory of page and worker. */
import type { Page } from 'playwright'
import type { RunningBrowser } from './device.ts'

export type StoredSizes = {
  rows: Record<string, number>
  databaseMB: number
  cachesMB: number
  pageHeapMB: number
  workerHeapMB: number
}

export const storedBy = async (running: RunningBrowser, page: Page, member: number): Promise<StoredSizes> => {
  const { rows, usage } = await page.evaluate(countRows, `member-${member}`)
  const cdp = await running.context.newCDPSession(page)
  await cdp.send('Performance.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  return {
    rows,
    databaseMB: (usage['indexedDB'] ?? Number.NaN) / 1e6,
    cachesMB: (usage['caches'] ?? 0) / 1e6,
    pageHeapMB: heap / 1e6,
    workerHeapMB: await running.workerHeap(new URL(page.url()).origin),
  }
}

/** Serialised into the page. */
const countRows = async (name: string): Promise<{ rows: Record<string, number>; usage: Record<string, number> }> => {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
  })
  const rows: Record<string, number> = {}
  for (const store of db.objectStoreNames)
    rows[store] = await new Promise((resolve) => {
      const counting = db.transaction(store).objectStore(store).count()
      counting.addEventListener('success', () => resolve(counting.result))
    })
  db.close()
  // Chromium alone says what each part takes.
  const { usageDetails = {} } = (await navigator.storage.estimate()) as { usageDetails?: Record<string, number> }
  return { rows, usage: usageDetails }
}
