/** The functions of this worker that the page calls through Comlink. */
import { expose } from 'comlink'
import { preparePhoto, type Canvas } from './photos.ts'

/** A plain square, to see whether the canvas returns it. Firefox's milder protection changes values by one. */
const [SIDE, PLAIN, SLACK] = [8, [64, 128, 192], 4] as const

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
  isTrue: () => {
    const context = new OffscreenCanvas(SIDE, SIDE).getContext('2d')
    if (!context) return true
    context.fillStyle = `rgb(${PLAIN.join(' ')})`
    context.fillRect(0, 0, SIDE, SIDE)
    const { data } = context.getImageData(0, 0, SIDE, SIDE)
    return data.every((value, index) => Math.abs(value - ([...PLAIN, 255][index % 4] ?? 0)) <= SLACK)
  },
}

const photoWorker = {
  prepare: (file: Blob, progress: (done: number) => void) => preparePhoto(offscreenCanvas, file, progress),
}
export type PhotoWorker = typeof photoWorker

expose(photoWorker)
