/** Answers requests for the member's own queued photo with its picture from the device, for every size. */
import type { Session } from '../store/session.ts'

const OWN_ID = /^\/photos\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//

export const waitingPhoto = async (session: Session, path: string): Promise<Response | null> => {
  const id = OWN_ID.exec(path)?.[1]
  if (id === undefined || session.isOver()) return null
  const blob = await session.read(['blobs'], (tx) => tx.objectStore('blobs').get(id))
  if (!blob) return null
  return new Response(blob.bytes, {
    headers: { 'content-type': blob.type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
}
