/**
 * Moves a copy of a photo over the screen. The next screen is there from the first frame on, and takes taps: a view transition of the
 * browser would first capture the old screen, which costs a slow phone 50 ms of each tap.
 */
import { after } from '../ports/clock.ts'

/** The part of a photo that an `<img>` shows, in CSS pixels of the window. */
type SeenPhoto = {
  /** The whole photo, of which the element shows a part. */
  left: number
  top: number
  width: number
  height: number
  /** The parts that are cut off, as in CSS: top, right, bottom, left. */
  cut: readonly [number, number, number, number]
  radius: number
}

const DURATION_MS = 240
/** From this part of the movement on, the copy fades out over the photo that stays, which may show another part of itself. */
const ARRIVES = 0.7

/** @returns null if the photo has not been loaded */
export const seenAt = (photo: HTMLImageElement, ratio = photo.naturalWidth / photo.naturalHeight): SeenPhoto | null => {
  if (!(ratio > 0)) return null
  const box = photo.getBoundingClientRect()
  const [x = 0.5, y = 0.5] = getComputedStyle(photo)
    .objectPosition.split(' ')
    .map((part) => Number.parseFloat(part) / 100)
  const width = Math.max(box.width, box.height * ratio)
  const height = width / ratio
  const [across, down] = [width - box.width, height - box.height]
  return {
    left: box.left - across * x,
    top: box.top - down * y,
    width,
    height,
    cut: [down * y, across * (1 - x), down * (1 - y), across * x],
    radius: Math.max(radiusOf(photo, box), photo.parentElement ? radiusOf(photo.parentElement, box) : 0),
  }
}

/** A radius in percent is that of a circle. */
const radiusOf = (element: HTMLElement, { width, height }: DOMRect): number => {
  const { borderTopLeftRadius: radius } = getComputedStyle(element)
  const number = Number.parseFloat(radius) || 0
  return Math.min(radius.endsWith('%') ? (number / 100) * width : number, width / 2, height / 2)
}

/** @returns settles when the copy has gone */
export const movePhoto = (photo: HTMLImageElement, from: SeenPhoto, into: HTMLImageElement): Promise<unknown> => {
  const to = seenAt(into, from.width / from.height)
  if (to === null || to.width === 0) return Promise.resolve()
  const copy = new Image()
  copy.src = photo.currentSrc
  copy.alt = ''
  copy.dataset['moves'] = ''
  copy.style.width = `${to.width}px`
  copy.style.height = `${to.height}px`
  document.body.append(copy)
  // The curve is `--ease`.
  const timing = { duration: DURATION_MS, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }
  const scale = from.width / to.width
  copy.animate({ transform: [placeOf(from, scale), placeOf(to, 1)] }, timing)
  // Two animations: the first runs beside the page's own work, the second needs it in some browsers.
  copy.animate({ clipPath: [clipOf(from, scale), clipOf(to, 1)] }, timing)
  const fade = copy.animate({ opacity: [1, 1, 0], offset: [0, ARRIVES, 1] }, { duration: DURATION_MS })
  // The screen's photo may be replaced meanwhile, by the one that comes with the data.
  const waits = into.closest('[data-shared-photo]') ? document.documentElement : into
  waits.dataset['awaits'] = ''
  after(ARRIVES * DURATION_MS, () => delete waits.dataset['awaits'])
  const remove = (): void => copy.remove()
  return fade.finished.then(remove, remove)
}

const placeOf = ({ left, top }: SeenPhoto, scale: number): string => `translate(${left}px, ${top}px) scale(${scale})`

const clipOf = ({ cut, radius }: SeenPhoto, scale: number): string =>
  `inset(${cut.map((side) => `${side / scale}px`).join(' ')} round ${radius / scale}px)`
