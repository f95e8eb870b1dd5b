/** This device's push subscription: the browser's own part of it. Asked for by a tap, never on load [PWA-5]. */
import * as v from 'valibot'
import { PushSubscription as Subscription } from '#contract/push-subscription.ts'
import { workers } from './service-worker.ts'

/** `off`: it could be, if the member wants. */
export type PushState = 'incapable' | 'denied' | 'off' | 'on'

export const readPushState = async (): Promise<PushState> => {
  if (!workers() || !('PushManager' in window) || !('Notification' in window)) return 'incapable'
  if (Notification.permission === 'denied') return 'denied'
  return (await currentSubscription()) ? 'on' : 'off'
}

/** `off`: the question was put aside; `failed`: the push service gave none. */
type NoSubscription = 'denied' | 'off' | 'failed'

/**
 * Asks the member, through the browser, and subscribes.
 * @param publicKey the server's, of the site settings
 * @returns the subscription to tell the server of, or why there is none
 */
export const subscribePush = async (
  publicKey: string,
): Promise<v.InferOutput<typeof Subscription> | NoSubscription> => {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const registration = await workers()?.ready
  const subscribe = () =>
    registration?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const subscription = await subscribe()
    // One that was made with another key of the server's: nothing reaches it any more.
    ?.catch((error: unknown) => (isOtherKey(error) ? unsubscribePush().then(subscribe) : null))
    .catch(noSubscription)
  const parsed = v.safeParse(Subscription, subscription?.toJSON())
  return parsed.success ? parsed.output : 'failed'
}

const isOtherKey = (error: unknown): boolean => error instanceof DOMException && error.name === 'InvalidStateError'

export const unsubscribePush = async (): Promise<void> => {
  await (await currentSubscription())?.unsubscribe().catch(noSubscription)
}

const currentSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await workers()?.getRegistration().catch(noSubscription)
  return (await registration?.pushManager?.getSubscription().catch(noSubscription)) ?? null
}

/** A private window, a push service out of reach: then there is none. */
const noSubscription = (): null => null
