/** The web workers that prepare photos for upload. They start with the first photo; without workers the page does the work. */
import { proxy, wrap } from 'comlink'

// eslint-disable-next-line import/default -- the build makes it: the address of the worker's own bundle
import address from '../../worker/index.ts?worker&url'
import type { PhotoWorker } from '../../worker/index.ts'
import { after } from './clock.ts'
import { prepareOnPage } from './photo-on-page.ts'
import { createPool, type PreparedOrProblem, type Preparer, type PrepareOptions } from './photo-pool.ts'
import { scriptAddress } from './trusted-scripts.ts'
import { beginWork } from './page.ts'

/** @returns the photo to upload, or the reason for a refusal. Rejects only if the signal aborts. */
export const preparePhoto = async (file: Blob, preparing: PrepareOptions): Promise<PreparedOrProblem> => {
  const end = beginWork()
  try {
    return await prepare(file, preparing)
  } finally {
    end()
  }
}

const prepare = async (file: Blob, preparing: PrepareOptions): Promise<PreparedOrProblem> => {
  if ('OffscreenCanvas' in globalThis && 'createImageBitmap' in globalThis) {
    try {
      return await prepareInWorker(file, preparing)
    } catch {
      preparing.signal.throwIfAborted()
      // The worker did not start, or crashed with this photo: try it on the page.
    }
  }
  const prepared = await prepareOnPage(file)
  preparing.signal.throwIfAborted()
  return prepared
}

const start = (): Preparer => {
  const worker = new Worker(scriptAddress(address), { type: 'module', name: 'photos' })
  const remote = wrap<PhotoWorker>(worker)
  // A worker whose script does not load never answers.
  const died = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The worker died')))
  })
  died.catch(() => {})
  return {
    prepare: (file, progress) => Promise.race([remote.prepare(file, proxy(progress)), died]),
    stop: () => worker.terminate(),
  }
}

const prepareInWorker = createPool({ start, after })
