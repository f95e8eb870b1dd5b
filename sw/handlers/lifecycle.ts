/** The worker's own life: it takes over the pages that are open, learns whose device this is, and goes on with what waits. */
import * as v from 'valibot'
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import { sendSubscription } from './push-subscription.ts'

/** After the first visit everything on the screen is asked for again, through the worker, so that it is held [PWA-1]. */
export const takeOver = async (device: Device, claim: () => Promise<void>): Promise<void> => {
  await claim()
  await ignored(device.identity.ask())
  device.ports.news(['session'])
  await device.resume()
}

/** Whenever the worker starts, for whatever reason. */
export const start = async (device: Device): Promise<void> => {
  await device.resume()
  await ignored(sendSubscription(device))
}

const SkipWaiting = v.object({ type: v.literal('SKIP_WAITING') })

/** A new version takes over when the member says so, never by itself [PWA-10]. */
export const isSkipWaiting = (message: unknown): boolean => v.is(SkipWaiting, message)
