/** Handles a tap on a notification: an open window is focused and navigates, else a new one opens [PWA-7]. */
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import { isVisible } from '../is-visible.ts'
import { readData } from '../notifications.ts'
import type { Extend } from '../ports.ts'
import { isMember } from '../store/session.ts'
import { actOn, type Tapped } from './notification-action.ts'
import { storeRoute } from './route.ts'

export const openNotification = async (
  device: Device,
  data: unknown,
  tapped: Tapped,
  extend: Extend,
): Promise<void> => {
  const session = await device.sessions.current().catch(() => null)
  const notification = readData(data)
  // A notification for a member who is no longer logged in opens the start page and does nothing else.
  if (!session || !isMember(session) || notification?.member !== session.member || !isOwnPath(notification.path))
    return lead(device, null)
  const isDone = await actOn(device, session, notification, tapped, extend).catch(() => false)
  if (!isDone) await lead(device, tapped.action === 'reply' ? `${notification.path}?reply` : notification.path)
}

const lead = async (device: Device, path: string | null): Promise<void> => {
  const { windows } = device.ports
  const [open] = await Promise.all([windows.list(), ignored(storeRoute(device, path))])
  const window = open.find(({ focused }) => focused) ?? open.find(isVisible) ?? open[0]
  if (window && (await hasFocused(window.focus()))) {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a client of this worker has no target origin
    window.postMessage({ type: 'navigate', path: path ?? '/' })
    return
  }
  await windows.open(path ?? '/')
}

/** Whether this is a path of this site: one slash, since two would name another host, and no backslash. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\]*$/.test(path)

/** A browser may refuse to focus a window. */
const hasFocused = (focusing: Promise<unknown>): Promise<boolean> =>
  focusing.then(
    () => true,
    () => false,
  )
