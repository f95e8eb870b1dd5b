/** The only place of the app that throws dice. */

/** In [0, 1). */
export const random = (): number => Math.random()
