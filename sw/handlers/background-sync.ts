/** Handles both kinds of Background Sync, perhaps with no page open. */
import type { Device } from '../device.ts'
import { readOutbox } from '../store/outbox-rows.ts'
import { isMember } from '../store/session.ts'
import { ignored } from '../ignored.ts'
import { refreshSettings } from './cached-site.ts'

/** The browser reports a network. Throws while writes are still queued, so that the browser retries. */
export const deliver = async (device: Device): Promise<void> => {
  await device.resume({ isConnected: true })
  const session = await device.sessions.current()
  const { pending_logout } = await device.sessions.shell.read()
  const outbox = isMember(session) ? await session.read(['outbox'], readOutbox) : []
  if (pending_logout || outbox.some((row) => row.state !== 'failed')) throw new Error('Writes are still queued')
}

/** Periodic: refreshes the device while no page is open, and shows only the badge [PWA-4]. */
export const refreshAtTimes = async (device: Device): Promise<void> => {
  // The browser fires this event only with a network, so pauses of the outbox can end.
  await device.resume({ isConnected: true })
  const session = await device.sessions.current()
  if (!isMember(session)) return
  await device.showBadge(session)
  await ignored(refreshSettings(device, session))
}
