/** Handles Periodic Background Sync: refreshes the device while no page is open, and shows only the badge [PWA-4]. */
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import { isMember } from '../store/session.ts'
import { refreshSettings } from './cached-site.ts'

export const refreshAtTimes = async (device: Device): Promise<void> => {
  // The browser fires this event only with a network, so pauses of the outbox can end.
  await device.resume(true)
  const session = await device.sessions.current()
  if (!isMember(session)) return
  await device.showBadge(session)
  await ignored(refreshSettings(device, session))
}
