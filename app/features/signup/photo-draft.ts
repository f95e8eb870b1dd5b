/** The photo before the account: `file` is the chosen one, as long as the page lives. */
export type SignupPhotoDraft = { source: string; file: File | null }

/** The photo as a data URL, because `sessionStorage` holds text alone. */
export const dataUrlOf = (photo: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The photo could not be read.')))
    reader.readAsDataURL(photo)
  })

/** The photo of a data URL as a file. The Content-Security-Policy does not allow `fetch` to read it. */
export const fileOf = (dataUrl: string): File | null => {
  const [, type, data] = /^data:(image\/\w+);base64,(.+)$/.exec(dataUrl) ?? []
  if (type === undefined || data === undefined) return null
  return new File([Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0)], 'photo', { type })
}
