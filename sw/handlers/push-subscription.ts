/** The browser has replaced a push subscription: the server hears of the new one, later if not now. */
import * as v from 'valibot'
import { PushSubscription } from '#contract/push-subscription.ts'
import type { Device } from '../device.ts'
import { isMember } from '../store/session.ts'
import { heldSettings } from './cached-site.ts'

export const renewSubscription = async (device: Device): Promise<void> => {
  await device.sessions.shell.update((shell) => ({ ...shell, push_unsent: shell.member !== null }))
  await sendSubscription(device)
}

/** Sends what the server has not heard of yet. Throws while it cannot be told. */
export const sendSubscription = async (device: Device): Promise<void> => {
  const { sessions, server, ports } = device
  const session = await sessions.current()
  if (!isMember(session) || !(await sessions.shell.read()).push_unsent) return
  const settings = await heldSettings(device)
  if (!settings?.push_public_key) return
  const subscription = v.parse(PushSubscription, await ports.push.subscribe(settings.push_public_key))
  const answer = await server.ask(session, 'user.push', { body: { subscription } })
  if (answer.ok && !session.isOver()) await sessions.shell.update((shell) => ({ ...shell, push_unsent: false }))
}
