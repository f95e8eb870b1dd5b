/** The photos this page sends, until the device or the server has taken them: a text store has no room for them. */
import type { MessagePhoto } from '#contract/entities/chat.ts'
import type { ReadyPhoto } from '../composer/photo-draft.ts'

const held = new Map<string, { photo: Blob; address: string }>()

/** Holds the photo of a message; gives what a bubble shows of it meanwhile. */
export const holdUpload = (clientId: string, { photo, colours, width, height }: ReadyPhoto): MessagePhoto => {
  const address = URL.createObjectURL(photo)
  held.set(clientId, { photo, address })
  return { filename: address, thumb_filename: address, colours, width, height }
}

export const uploadOf = (clientId: string): Blob | null => held.get(clientId)?.photo ?? null

/** It has been taken, or discarded. The address lives on for the bubble that still shows it, until the page goes. */
export const dropUpload = (clientId: string): void => void held.delete(clientId)

export const forgetUploads = (): void => {
  for (const { address } of held.values()) URL.revokeObjectURL(address)
  held.clear()
}
