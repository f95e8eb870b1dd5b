/** A tap on a notification: an open window comes to the front and goes there, else a new one opens [PWA-7]. */
import * as v from 'valibot'
import type { Device } from '../device.ts'
import { NotificationData } from './push.ts'

export const openNotification = async ({ sessions, ports }: Device, data: unknown): Promise<void> => {
  const parsed = v.safeParse(NotificationData, data)
  const member = await sessions.current().then(
    (session) => session.member,
    () => null,
  )
  // What was meant for a member who is not here any more leads nowhere of theirs.
  const path =
    parsed.success && parsed.output.member === member && isOwnPath(parsed.output.path) ? parsed.output.path : '/'
  const windows = await ports.windows.list()
  const window =
    windows.find((open) => open.focused) ?? windows.find((open) => open.visibilityState === 'visible') ?? windows[0]
  if (window && (await hasFocused(window.focus()))) {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a client of this worker has no target origin
    window.postMessage({ type: 'navigate', path })
    return
  }
  await ports.windows.open(path)
}

/** A path of this site: one slash, not two (which would name another host), and no backslash. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\]*$/.test(path)

/** A browser may refuse to bring a window to the front. */
const hasFocused = (focusing: Promise<unknown>): Promise<boolean> =>
  focusing.then(
    () => true,
    () => false,
  )
