/** The functions of this worker that the page calls through Comlink. */
import { expose } from 'comlink'
import { offscreenCanvas } from './offscreen-canvas.ts'
import { preparePhoto } from './photos.ts'

const photoWorker = {
  prepare: (file: Blob, progress: (done: number) => void) => preparePhoto(offscreenCanvas, file, progress),
}
export type PhotoWorker = typeof photoWorker

expose(photoWorker)
