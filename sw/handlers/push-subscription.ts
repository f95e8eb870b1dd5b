/**
 * Updates the server's copy of this device's push subscription: when the browser has a new subscription, when the
 * session is new, and once a day. Only for the member who turned pushes on here [PWA-5].
 */
import * as v from 'valibot'
import { DAY_MS } from '#contract/limits.ts'
import type { Device } from '../device.ts'
import { isMember, type DeviceSession } from '../store/session.ts'
import type { Shell } from '../store/shell-db.ts'
import { isOld } from '../timeout.ts'
import { cachedSettings } from './site-data.ts'

/** The subscription as the browser serialises it; the server validates the endpoint and the keys. */
const Subscription = v.object({ endpoint: v.string(), keys: v.object({ p256dh: v.string(), auth: v.string() }) })

/** Sends the subscription if the server does not have it. Throws if the server cannot be reached. */
export const sendSubscription = async (device: Device): Promise<void> => {
  const { sessions, server, ports } = device
  const session = await sessions.current()
  const { push, epoch } = await sessions.shell.read()
  // A version that did not store the member removed the subscription when another member logged in.
  if (!isMember(session) || push === null || (push && push.member !== session.member)) return
  const current = await ports.push.current()
  if (push === undefined && !current) return
  const settings = await cachedSettings(device)
  if (!settings?.push_public_key) return
  if (!ports.push.isAllowed()) {
    // The member has revoked the permission in the browser.
    const { ok } = await server.ask(session, 'user.push', { body: { subscription: null } })
    if (ok) await write(device, session, null)
    return
  }
  const subscription = v.parse(Subscription, await ports.push.subscribe(settings.push_public_key))
  const { endpoint } = subscription
  if (push?.endpoint === endpoint && push.epoch === epoch && !isOld(push.at, DAY_MS, ports.now())) return
  const { ok } = await server.ask(session, 'user.push', { body: { subscription } })
  if (ok) await write(device, session, endpoint)
}

/** Handles the switch on a page of this device: on or off. */
export const passOnSubscription = async (
  device: Device,
  session: DeviceSession,
  request: Request,
): Promise<Response> => {
  const { subscription } = (await request.clone().json()) as { subscription: { endpoint: string } | null }
  // Turn notifications off even if the server is unreachable: the push service reports it at the next push.
  if (!subscription) await write(device, session, null)
  const response = await device.server.forward(session, request, 'user.push')
  if (response.ok && subscription) await write(device, session, subscription.endpoint)
  return response
}

/** Whether the server sends pushes to this device for the member who is logged in. */
export const getsPushes = ({ push, member, epoch }: Shell): boolean =>
  push ? push.member === member && push.epoch === epoch : false

const write = async ({ sessions, ports }: Device, session: DeviceSession, endpoint: string | null): Promise<void> => {
  const { member, epoch } = session
  if (member === null || session.isOver()) return
  await sessions.shell.update((shell) => ({
    ...shell,
    push: endpoint === null ? null : { member, epoch, endpoint, at: ports.now() },
  }))
  ports.news(['device'])
}
