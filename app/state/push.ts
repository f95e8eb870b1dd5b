/** Whether this device notifies the member [PWA-5]. Written by the actions here; whoever shows it reads it first. */
import { signal } from '@preact/signals-react'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../ports/api.ts'
import { readPushState, subscribePush, unsubscribePush, type PushState } from '../ports/push.ts'
import { settings } from './site.ts'

/** Null until it has been read. */
export const pushState = signal<PushState | null>(null)

export const refreshPushState = async (): Promise<void> => {
  pushState.value = await readPushState()
}

/** By a tap alone: the browser asks the member. Gives why it did not work, where the server is the reason. */
export const turnPushOn = async (): Promise<ErrorBody | null> => {
  const key = settings.peek()?.push_public_key
  if (!key) return { error: 'network_unavailable' }
  const subscription = await subscribePush(key)
  if (typeof subscription === 'string') {
    pushState.value = subscription === 'failed' ? 'off' : subscription
    return subscription === 'failed' ? { error: 'network_unavailable' } : null
  }
  const answer = await call('user.push', { body: { subscription } })
  if (!answer.ok) {
    // A subscription nobody knows of would look like one.
    await unsubscribePush()
    pushState.value = 'off'
    return answer.error
  }
  pushState.value = 'on'
  return null
}

/** Where the server cannot be told, the push service tells it at the next push. */
export const turnPushOff = async (): Promise<void> => {
  await call('user.push', { body: { subscription: null } })
  await unsubscribePush()
  pushState.value = 'off'
}
