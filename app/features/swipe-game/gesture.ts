/** How a card moves under a finger, in numbers alone [LIKE-5]. Lengths in px, times in ms, right is like. */
import type { SwipeChoice } from '#contract/entities/like.ts'

export type Offset = { x: number; y: number }
export type Sample = Offset & { at: number }

export const TURN_MAX_DEG = 12
/** Past this share of the width a card goes. */
const GOES_AT = 0.25
/** A flick needs less way: px per ms. */
const FLICK = 0.5
/** … but some, or a trembling tap would like someone. */
const FLICK_WAY_MIN = 24
/** The turn is full when the finger is half the width away. */
const FULL_TURN_AT = 0.5
/** How far back the speed looks: a finger that has rested since is at rest. */
const SPEED_OVER_MS = 100
/** A finger trembles; what is shorter than this is a tap. */
const SLOP = 6
/** The next card waits a little smaller and lower. */
const NEXT = { scale: 0.95, lower: 14, shade: 1 }
const BUTTON_GROWS = 0.08

export type DragView = {
  /** Of the top card. */
  transform: string
  /** Of the card below it. */
  next: string
  /** How dark the card below still is, 1 to 0. */
  shade: number
  /** Of the two labels, 0 to 1; so much of its growth has the button. */
  like: number
  pass: number
}

/** What a drag shows: the card follows 1:1 and turns about a point below itself; the next one rises. */
export const dragView = ({ x, y }: Offset, width: number, turns: boolean): DragView => {
  const share = between(0, Math.abs(x) / (width * GOES_AT), 1)
  const turn = turns ? TURN_MAX_DEG * between(-1, x / (width * FULL_TURN_AT), 1) : 0
  return {
    transform: `translate3d(${round(x)}px, ${round(y)}px, 0) rotate(${round(turn)}deg)`,
    next: `translate3d(0, ${round(NEXT.lower * (1 - share))}px, 0) scale(${round(NEXT.scale + (1 - NEXT.scale) * share)})`,
    shade: NEXT.shade * (1 - share),
    like: x > 0 ? share : 0,
    pass: x < 0 ? share : 0,
  }
}

export const buttonScale = (share: number): string => `scale(${round(1 + BUTTON_GROWS * share)})`

/** What letting go means: the choice, or null where the card springs back. @param speed px per ms, to the right */
export const choiceOf = (x: number, width: number, speed: number): SwipeChoice | null => {
  const side: SwipeChoice = x > 0 ? 'like' : 'pass'
  const outward = x > 0 ? speed : -speed
  // Thrown back towards the middle: whoever does that has thought better of it.
  if (outward < -FLICK) return null
  if (Math.abs(x) > width * GOES_AT) return side
  return outward > FLICK && Math.abs(x) >= FLICK_WAY_MIN ? side : null
}

/** Speed to the right over the last moment, px per ms. @param now when the finger was lifted */
export const speedOf = (samples: readonly Sample[], now: number): number => {
  const recent = samples.filter(({ at }) => now - at <= SPEED_OVER_MS)
  const [first] = recent
  const last = recent.at(-1)
  if (!first || !last || last.at <= first.at) return 0
  return (last.x - first.x) / (last.at - first.at)
}

/** Only the samples that still count towards the speed. */
export const withSample = (samples: readonly Sample[], sample: Sample): Sample[] => [
  ...samples.filter(({ at }) => sample.at - at <= SPEED_OVER_MS),
  sample,
]

/** Whether a movement is a drag of the card, and not a tap or the scrolling of the page. */
export const isDrag = ({ x, y }: Offset): boolean => Math.abs(x) > SLOP && Math.abs(x) > Math.abs(y)

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value))
const round = (value: number): number => Math.round(value * 1000) / 1000
