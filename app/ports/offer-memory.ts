/** This device's memory of the cards it has offered (`contract/rules/offers.ts`). */
import * as v from 'valibot'
import { NOTHING_OFFERED, type OfferMemory } from '#contract/rules/offers.ts'

const KEY = 'offers'

const Memory = v.object({ declined: v.array(v.number()), offered: v.number(), days: v.number(), day: v.string() })

/** The fallback if the browser refuses storage; it lasts until the page is closed. */
let inMemory: OfferMemory = NOTHING_OFFERED

export const readOffers = (): OfferMemory => {
  try {
    const text = localStorage.getItem(KEY)
    const parsed = v.safeParse(Memory, text === null ? null : JSON.parse(text))
    return parsed.success ? parsed.output : inMemory
  } catch {
    return inMemory
  }
}

export const storeOffers = (memory: OfferMemory): void => {
  inMemory = memory
  try {
    localStorage.setItem(KEY, JSON.stringify(memory))
  } catch {
    // Storage is full or forbidden: the memory lasts until the page is closed.
  }
}
