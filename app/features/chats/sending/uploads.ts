/**
 * The photos this page sends, in memory until the device or the server has taken them: a text store has no room for
 * them.
 */
import type { MessagePhoto } from '#contract/entities/chat.ts'
import type { ReadyPhoto } from '../composer/photo-draft.ts'

const held = new Map<string, { photo: Blob; address: string }>()

/** Stores the photo of a message and returns the picture that its bubble shows until then. */
export const holdUpload = (clientId: string, { photo, colours, width, height }: ReadyPhoto): MessagePhoto => {
  const address = URL.createObjectURL(photo)
  held.set(clientId, { photo, address })
  return { filename: address, thumb_filename: address, colours, width, height }
}

export const uploadOf = (clientId: string): Blob | null => held.get(clientId)?.photo ?? null

/** The photo was taken or discarded. Its object URL stays valid for the bubble until the page closes. */
export const dropUpload = (clientId: string): void => void held.delete(clientId)

export const forgetUploads = (): void => {
  for (const { address } of held.values()) URL.revokeObjectURL(address)
  held.clear()
}
