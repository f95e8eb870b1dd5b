/** Whether this device notifies the member [PWA-5]. Written by the actions here; whoever shows it reads it first. */
import { signal } from '@preact/signals-react'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../ports/api.ts'
import { protectQuietly } from '../ports/protection.ts'
import { onLine } from '../ports/page.ts'
import { readPushState, subscribePush, unsubscribePush, type PushState } from '../ports/push.ts'
import { settings } from './site.ts'

/** Null until it has been read. */
export const pushState = signal<PushState | null>(null)

export const refreshPushState = async (): Promise<void> => {
  pushState.value = await truePushState()
}

/** It was another member's. */
export const forgetPushState = (): void => {
  pushState.value = null
}

/** What the browser holds is nothing where the server sends this member no pushes: it was another's, or another session's. */
const truePushState = async (): Promise<PushState> => {
  const state = await readPushState()
  if (state !== 'on') return state
  const answer = await call('device.state', {})
  return answer.ok && !answer.queued && answer.data.push === false ? 'off' : 'on'
}

/** Whether pushes tell the member: then this device refreshes less often [PWA-4]. */
export const isPushOn = async (): Promise<boolean> => (await truePushState()) === 'on'

/** As the server says it of one that it does not know. */
const NO_SERVICE: ErrorBody = { error: 'invalid_input', fields: { 'subscription.endpoint': 'push_service_unknown' } }

/** By a tap alone: the browser asks the member. Gives why it did not work, where the server is the reason. */
export const turnPushOn = async (): Promise<ErrorBody | null> => {
  const key = settings.peek()?.push_public_key
  if (!key) return { error: 'network_unavailable' }
  const subscription = await subscribePush(key)
  if (typeof subscription === 'string') {
    pushState.value = subscription === 'failed' ? 'off' : subscription
    if (subscription !== 'failed') return null
    // A browser that comes without a push service says no more than that it got nothing.
    return onLine.peek() ? NO_SERVICE : { error: 'network_unavailable' }
  }
  const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions()
  const answer = await call('user.push', { body: { subscription, time_zone } })
  if (!answer.ok) {
    // A subscription nobody knows of would look like one.
    await unsubscribePush()
    pushState.value = 'off'
    return answer.error
  }
  pushState.value = 'on'
  // Whoever wants to be told wants it kept.
  void protectQuietly()
  return null
}

/** Where the server cannot be told, the push service tells it at the next push. */
export const turnPushOff = async (): Promise<void> => {
  await call('user.push', { body: { subscription: null } })
  await unsubscribePush()
  pushState.value = 'off'
}
