/**
 * Whether this device notifies the member [PWA-5]. Only the actions here write this state; a component that shows it refreshes it
 * first.
 */
import { signal } from '@preact/signals-react'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../ports/api.ts'
import { protectQuietly } from '../ports/device-storage.ts'
import { onLine } from '../ports/page.ts'
import { onPushPermission, readPushState, subscribePush, unsubscribePush, type PushState } from '../ports/push.ts'
import { deviceZone } from '../ports/clock.ts'
import { settings } from './site.ts'

/** Null until the state has been read. */
export const pushState = signal<PushState | null>(null)

export const refreshPushState = async (): Promise<void> => {
  pushState.value = await truePushState()
}

/** Refreshes the state now and when the permission changes. @returns a function that ends it */
export const followPushState = (): (() => void) => {
  void refreshPushState()
  return onPushPermission(() => void refreshPushState())
}

/** The state belonged to a member who has left. */
export const forgetPushState = (): void => {
  pushState.value = null
}

/** A browser subscription does not count if the server sends this member no pushes: it belonged to another member or session. */
const truePushState = async (): Promise<PushState> => {
  const state = await readPushState()
  if (state !== 'on') return state
  const answer = await call('device.state', {})
  return answer.ok && answer.data.push === false ? 'off' : 'on'
}

/** With push on, this device refreshes less often [PWA-4]. */
export const isPushOn = async (): Promise<boolean> => (await truePushState()) === 'on'

/** The same error that the server gives for a push service it does not know. */
const NO_SERVICE: ErrorBody = { error: 'invalid_input', fields: { 'subscription.endpoint': 'push_service_unknown' } }

/** Turns push on. Call this on a tap only, because the browser asks the member. Returns the server's refusal, or null. */
export const turnPushOn = async (): Promise<ErrorBody | null> => {
  const key = settings.peek()?.push_public_key
  if (!key) return { error: 'network_unavailable' }
  const subscription = await subscribePush(key)
  if (typeof subscription === 'string') {
    pushState.value = subscription === 'failed' ? 'off' : subscription
    if (subscription !== 'failed') return null
    // A browser without a push service gives no reason, only an empty result.
    return onLine.peek() ? NO_SERVICE : { error: 'network_unavailable' }
  }
  const answer = await call('user.push', { body: { subscription, time_zone: deviceZone() } })
  if (!answer.ok) {
    // A subscription that the server does not know would look as if push were on.
    await unsubscribePush()
    pushState.value = 'off'
    return answer.error
  }
  pushState.value = 'on'
  // A member who wants notifications also wants the data protected.
  void protectQuietly()
  return null
}

/** Turns push off. If the server cannot be reached, it learns that from the push service at the next push. */
export const turnPushOff = async (): Promise<void> => {
  await call('user.push', { body: { subscription: null } })
  await unsubscribePush()
  pushState.value = 'off'
}
