import { copyText } from './environment.ts'

/** `cancelled`: the member closed the system's sheet. `failed`: the browser neither shares nor copies. */
export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed'

/** Gives a text to the system's share sheet; a browser without one copies it. Needs a tap. */
export const shareText = async (text: string): Promise<ShareOutcome> => {
  if (typeof navigator.share === 'function')
    try {
      await navigator.share({ text })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    }
  return (await copyText(text)) ? 'copied' : 'failed'
}
