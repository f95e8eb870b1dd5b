/** Calculates the movement of a card under a finger [LIKE-5]. Lengths in px, times in ms, right is like. */
import type { SwipeChoice } from '#contract/entities/like.ts'

export type Offset = { x: number; y: number }
export type Sample = Offset & { at: number }

export const TURN_MAX_DEG = 12
/** A card leaves past this share of the width. */
const LEAVES_AT_SHARE = 0.25
/** A flick faster than this, in px per ms, needs less distance. */
const FLICK_PX_PER_MS = 0.5
/** The minimum distance of a flick: a trembling tap must not like anyone. */
const FLICK_DISTANCE_MIN_PX = 24
/** The rotation is complete at this share of the width. */
const FULL_TURN_AT_SHARE = 0.5
/** A card that came back by more than this share of the width was held, looked at, and put back. */
const RETURNS_AT_SHARE = 0.12
/** The speed is measured over this time: a finger that has rested since then is at rest. */
const SPEED_OVER_MS = 100
/** A shorter movement than this is a tap, because fingers tremble. */
const TAP_SLOP_PX = 6
/** The next card waits slightly smaller and lower. */
const NEXT_CARD = { scale: 0.95, lower: 14, shade: 1 }
const BUTTON_GROWTH = 0.08

export type DragView = {
  /** The transform of the top card. */
  transform: string
  /** The transform of the card below it. */
  next: string
  /** The darkness of the card below, 1 to 0. */
  shade: number
  /** The opacity of the two labels, 0 to 1; the buttons grow by the same share. */
  like: number
  pass: number
}

/** The view of a drag: the card follows 1:1 and rotates about a point below itself; the next card rises. */
export const dragView = ({ x, y }: Offset, width: number, turns: boolean): DragView => {
  const share = between(0, Math.abs(x) / (width * LEAVES_AT_SHARE), 1)
  const turn = turns ? TURN_MAX_DEG * between(-1, x / (width * FULL_TURN_AT_SHARE), 1) : 0
  return {
    transform: `translate3d(${round(x)}px, ${round(y)}px, 0) rotate(${round(turn)}deg)`,
    next: `translate3d(0, ${round(NEXT_CARD.lower * (1 - share))}px, 0) scale(${round(NEXT_CARD.scale + (1 - NEXT_CARD.scale) * share)})`,
    shade: NEXT_CARD.shade * (1 - share),
    like: x > 0 ? share : 0,
    pass: x < 0 ? share : 0,
  }
}

export const buttonScale = (share: number): string => `scale(${round(1 + BUTTON_GROWTH * share)})`

/**
 * The choice after a release, or null if the card springs back.
 * @param speed px per ms, to the right
 * @param farthest the farthest point of the drag on the side where it ends
 */
export const choiceOf = (x: number, width: number, speed: number, farthest: number = x): SwipeChoice | null => {
  const side: SwipeChoice = x > 0 ? 'like' : 'pass'
  const outward = x > 0 ? speed : -speed
  // Thrown back towards the middle: the member has changed their mind.
  if (outward < -FLICK_PX_PER_MS) return null
  const isComingBack = Math.abs(farthest) - Math.abs(x) > width * RETURNS_AT_SHARE && outward <= FLICK_PX_PER_MS
  if (isComingBack) return null
  if (Math.abs(x) > width * LEAVES_AT_SHARE) return side
  return outward > FLICK_PX_PER_MS && Math.abs(x) >= FLICK_DISTANCE_MIN_PX ? side : null
}

/** The speed to the right over the last moment, in px per ms. @param now the time when the finger was lifted */
export const speedOf = (samples: readonly Sample[], now: number): number => {
  const recent = samples.filter(({ at }) => now - at <= SPEED_OVER_MS)
  const [first] = recent
  const last = recent.at(-1)
  if (!first || !last || last.at <= first.at) return 0
  return (last.x - first.x) / (last.at - first.at)
}

/** Drops the samples that no longer count towards the speed. */
export const withSample = (samples: readonly Sample[], sample: Sample): Sample[] => [
  ...samples.filter(({ at }) => sample.at - at <= SPEED_OVER_MS),
  sample,
]

/** Whether a movement drags the card, instead of a tap or a scroll of the page. */
export const isDrag = ({ x, y }: Offset): boolean => Math.abs(x) > TAP_SLOP_PX && Math.abs(x) > Math.abs(y)

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value))
const round = (value: number): number => Math.round(value * 1000) / 1000
