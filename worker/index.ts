/** The functions of this worker that the page calls through Comlink. */
import { expose } from 'comlink'
import { preparePhoto, type Canvas } from './photos.ts'

/** Draws pictures in a worker, which has no DOM. */
const offscreenCanvas: Canvas = {
  decode: (file) => createImageBitmap(file, { imageOrientation: 'from-image' }),
  draw: (picture, { width, height }) => {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, width, height)
    return {
      pixels: () => context.getImageData(0, 0, width, height).data,
      encode: (type, quality) => canvas.convertToBlob({ type, quality }),
    }
  },
}

const photoWorker = {
  prepare: (file: Blob, progress: (done: number) => void) => preparePhoto(offscreenCanvas, file, progress),
}
export type PhotoWorker = typeof photoWorker

expose(photoWorker)
