/** The workers that prepare photos for upload: started with the first photo, or the page itself where there are none. */
import { proxy, wrap } from 'comlink'

// eslint-disable-next-line import/default -- the build makes it: the address of the worker's own bundle
import address from '../../worker/index.ts?worker&url'
import type { PhotoWorker } from '../../worker/index.ts'
import { after } from './clock.ts'
import { prepareOnPage } from './photo-on-page.ts'
import { createPool, type Prepared, type Preparer, type Preparing } from './photo-pool.ts'
import { scriptAddress } from './trusted-scripts.ts'
import { beginWork } from './page.ts'

/** @returns what is uploaded, or why the file is refused. Rejects only when the signal says so. */
export const preparePhoto = async (file: Blob, preparing: Preparing): Promise<Prepared> => {
  const end = beginWork()
  try {
    return await prepare(file, preparing)
  } finally {
    end()
  }
}

const prepare = async (file: Blob, preparing: Preparing): Promise<Prepared> => {
  if ('OffscreenCanvas' in globalThis && 'createImageBitmap' in globalThis) {
    try {
      return await prepareInWorker(file, preparing)
    } catch {
      preparing.signal.throwIfAborted()
      // It did not start, or died over this photo: the page may yet do it.
    }
  }
  const prepared = await prepareOnPage(file)
  preparing.signal.throwIfAborted()
  return prepared
}

const start = (): Preparer => {
  const worker = new Worker(scriptAddress(address), { type: 'module', name: 'photos' })
  const remote = wrap<PhotoWorker>(worker)
  // A worker that does not load answers nothing, ever.
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
