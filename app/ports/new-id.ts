/** The only place of the app that makes ids. */
import { uuidv7 } from '#contract/rules/uuid.ts'
import { now } from './clock.ts'

/** A new id for something this device makes. */
export const newId = (): string => uuidv7(now(), crypto.getRandomValues(new Uint8Array(10)))
