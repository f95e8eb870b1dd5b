import { copyText } from './environment.ts'

/** `cancelled`: the member closed the system's sheet, or another sheet is still open. `failed`: the browser neither shares nor copies. */
export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed'

/** `InvalidStateError`: a second tap while the sheet is open. */
const CANCELLED = new Set(['AbortError', 'InvalidStateError'])

/** Gives a text to the system's share sheet; a browser without one copies it. Needs a tap. */
export const shareText = async (text: string): Promise<ShareOutcome> => {
  if (typeof navigator.share === 'function')
    try {
      await navigator.share({ text })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && CANCELLED.has(error.name)) return 'cancelled'
    }
  return (await copyText(text)) ? 'copied' : 'failed'
}
