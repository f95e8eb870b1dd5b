/** A photo of one's own that waits on this device, as a file; null where it is gone. */
export const heldPhoto = async (id: string, name: string): Promise<File | null> => {
  try {
    const response = await fetch(heldPhotoAddress(id))
    if (!response.ok) return null
    const bytes = await response.blob()
    return new File([bytes], name, { type: bytes.type })
  } catch {
    return null
  }
}

/** Where the device shows it. */
export const heldPhotoAddress = (id: string): string => `/photos/${id}/full`
