/** The position of a row that a finger drags aside, in pixels towards the start of the line. */

/** The width of the button behind the row. */
export const WIDTH = 104
/** A flick faster than this, in pixels per ms, decides by its direction. */
const FLICK = 0.4

/** Stops at the start; beyond the button the row moves with resistance. */
export const drawn = (by: number): number => (by <= WIDTH ? Math.max(0, by) : WIDTH + (by - WIDTH) / 4)

export const restsOpen = (at: number, speed: number): boolean => (Math.abs(speed) > FLICK ? speed > 0 : at > WIDTH / 2)
