/** How a row follows the finger that draws it aside, in pixels towards the start of the line. */

/** What is behind it is this wide. */
export const WIDTH = 104
/** A flick faster than this decides by its direction, in pixels per ms. */
const FLICK = 0.4

/** Not beyond the start, and past the button only heavily. */
export const drawn = (by: number): number => (by <= WIDTH ? Math.max(0, by) : WIDTH + (by - WIDTH) / 4)

export const restsOpen = (at: number, speed: number): boolean => (Math.abs(speed) > FLICK ? speed > 0 : at > WIDTH / 2)
