/** The browser's part of this device's push subscription. The app asks for it on a tap, never on load [PWA-5]. */
import * as v from 'valibot'
import { PushSubscription as Subscription } from '#contract/push.ts'
import { workers } from './service-worker.ts'

/** `off`: the member can turn push on. */
export type PushState = 'incapable' | 'denied' | 'off' | 'on'

export const readPushState = async (): Promise<PushState> => {
  if (!workers() || !('PushManager' in window) || !('Notification' in window)) return 'incapable'
  if (Notification.permission === 'denied') return 'denied'
  return (await currentSubscription()) ? 'on' : 'off'
}

/** Runs when the member allows or blocks notifications in the browser's own settings. @returns a function that ends it */
export const onPushPermission = (run: () => void): (() => void) => {
  const own = new AbortController()
  const listen = (status: PermissionStatus): void => status.addEventListener('change', run, { signal: own.signal })
  // Old browsers have no permissions to query, although the types say otherwise.
  const { permissions } = navigator as Partial<Navigator>
  permissions?.query({ name: 'notifications' }).then(listen, ignoreFailure)
  return () => own.abort()
}

/** `off`: the member dismissed the question; `failed`: the push service gave no subscription. */
type NoSubscription = 'denied' | 'off' | 'failed'

/**
 * Asks the member through the browser, and subscribes. @param publicKey the server's key from the site settings
 * @returns the subscription to send to the server, or the reason there is none
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
    // A subscription with another key of the server gets no pushes any more.
    ?.catch((error: unknown) => (isOtherKey(error) ? unsubscribePush().then(subscribe) : null))
    .catch(ignoreFailure)
  const parsed = v.safeParse(Subscription, subscription?.toJSON())
  return parsed.success ? parsed.output : 'failed'
}

const isOtherKey = (error: unknown): boolean => error instanceof DOMException && error.name === 'InvalidStateError'

export const unsubscribePush = async (): Promise<void> => {
  await (await currentSubscription())?.unsubscribe().catch(ignoreFailure)
}

const currentSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await workers()?.getRegistration().catch(ignoreFailure)
  return (await registration?.pushManager?.getSubscription().catch(ignoreFailure)) ?? null
}

/** In a private window, or if the push service is unreachable, there is no subscription. */
const ignoreFailure = (): null => null
