/** Reads the member's own photo that waits on this device, as a file; null if it has gone. */
export const cachedPhoto = async (id: string, name: string): Promise<File | null> => {
  try {
    const response = await fetch(cachedPhotoUrl(id))
    if (!response.ok) return null
    const bytes = await response.blob()
    return new File([bytes], name, { type: bytes.type })
  } catch {
    return null
  }
}

/** The address under which the worker serves the waiting photo. */
export const cachedPhotoUrl = (id: string): string => `/photos/${id}/full`
