/** The only place of the app that makes random numbers and ids. */
import { uuidv7 } from '#contract/rules/ids.ts'
import { now } from './clock.ts'

/** In [0, 1). */
export const random = (): number => Math.random()

/** A new id for something this device makes. */
export const newId = (): string => uuidv7(now(), crypto.getRandomValues(new Uint8Array(10)))
