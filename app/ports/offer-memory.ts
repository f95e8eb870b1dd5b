/** This device's memory of the cards it has offered (`contract/rules/offers.ts`). */
import * as v from 'valibot'
import { NOTHING_OFFERED, type OfferMemory } from '#contract/rules/offers.ts'
import { deviceStore } from './text-store.ts'

const KEY = 'offers'

const Memory = v.object({ declined: v.array(v.number()), offered: v.number(), days: v.number(), day: v.string() })

/** The fallback if the browser refuses storage; it lasts until the page is closed. */
let inMemory: OfferMemory = NOTHING_OFFERED

export const readOffers = (): OfferMemory => {
  const parsed = v.safeParse(Memory, deviceStore.getJson(KEY))
  return parsed.success ? parsed.output : inMemory
}

export const storeOffers = (memory: OfferMemory): void => {
  inMemory = memory
  deviceStore.set(KEY, JSON.stringify(memory))
}
