/** A tap on a notification: an open window comes to the front and goes there, else a new one opens [PWA-7]. */
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import { isVisible } from '../is-visible.ts'
import { readData } from '../notifications.ts'
import type { Extend } from '../ports.ts'
import { isMember } from '../store/session.ts'
import { actOn, type Tapped } from './notification-action.ts'
import { keepRoute } from './route.ts'

export const openNotification = async (
  device: Device,
  data: unknown,
  tapped: Tapped,
  extend: Extend,
): Promise<void> => {
  const session = await device.sessions.current().catch(() => null)
  const told = readData(data)
  // What was meant for a member who is not here any more leads nowhere of theirs, and does nothing.
  if (!session || !isMember(session) || told?.member !== session.member || !isOwnPath(told.path))
    return lead(device, null)
  const isDone = await actOn(device, session, told, tapped, extend).catch(() => false)
  if (!isDone) await lead(device, tapped.action === 'reply' ? `${told.path}?reply` : told.path)
}

const lead = async (device: Device, path: string | null): Promise<void> => {
  const { windows } = device.ports
  const [open] = await Promise.all([windows.list(), ignored(keepRoute(device, path))])
  const window = open.find(({ focused }) => focused) ?? open.find(isVisible) ?? open[0]
  if (window && (await hasFocused(window.focus()))) {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a client of this worker has no target origin
    window.postMessage({ type: 'navigate', path: path ?? '/' })
    return
  }
  await windows.open(path ?? '/')
}

/** A path of this site: one slash, not two (which would name another host), and no backslash. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\]*$/.test(path)

/** A browser may refuse to bring a window to the front. */
const hasFocused = (focusing: Promise<unknown>): Promise<boolean> =>
  focusing.then(
    () => true,
    () => false,
  )
