/** Whether the member wants to see how the app is installed [PWA-9]: it may be asked on any screen. */
import { signal } from '@preact/signals-react'

export const installAsked = signal(false)

export const askInstall = (): void => {
  installAsked.value = true
}
