/** Periodic Background Sync: now and then, with no page open, the device is brought up to date and shows nothing but its badge [PWA-4]. */
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import { isMember } from '../store/session.ts'
import { refreshSettings } from './cached-site.ts'

export const refreshAtTimes = async (device: Device): Promise<void> => {
  // The browser waits for a network before it calls.
  await device.resume(true)
  const session = await device.sessions.current()
  if (!isMember(session)) return
  await device.showBadge(session)
  await ignored(refreshSettings(device, session))
}
