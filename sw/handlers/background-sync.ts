/** Handles Background Sync: the browser reports a network, perhaps with no page open. */
import type { Device } from '../device.ts'
import { readOutbox } from '../store/outbox-rows.ts'
import { isMember } from '../store/session.ts'

/** Throws while writes are still queued, so that the browser retries. */
export const deliver = async (device: Device): Promise<void> => {
  await device.resume(true)
  const session = await device.sessions.current()
  const { pending_logout } = await device.sessions.shell.read()
  const outbox = isMember(session) ? await session.read(['outbox'], readOutbox) : []
  if (pending_logout || outbox.some((row) => row.state !== 'failed')) throw new Error('Something still waits')
}
