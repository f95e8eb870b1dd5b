/** Dialogs that any screen may open; `shell/dialogs.tsx` shows them. */
import { signal } from '@preact/signals-react'

/** Whether the member wants to see how the app is installed [PWA-9]. */
export const installAsked = signal(false)

export const askInstall = (): void => {
  installAsked.value = true
}

/** Whether to show the dialog of the time bonus [PAY-8]; `features/discount/bonus-offer.ts` decides when. */
export const bonusOffered = signal(false)
