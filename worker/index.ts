/** What the page reaches of this worker, through Comlink. */
import { expose } from 'comlink'
import { offscreenCanvas } from './offscreen-canvas.ts'
import { preparePhoto } from './photos.ts'

const photoWorker = {
  prepare: (file: Blob, progress: (done: number) => void) => preparePhoto(offscreenCanvas, file, progress),
}
export type PhotoWorker = typeof photoWorker

expose(photoWorker)
