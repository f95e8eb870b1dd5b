/**
 * The browser's own question whether to install the app [PWA-9]. It may come before anything else of the app has, once a
 * page: it is kept until the member wants it, and the browser's own bar stays away.
 */
import { signal } from '@preact/signals-react'

/** Chromium's; no standard has it. */
export type InstallPrompt = Event & {
  prompt: () => Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** Null where the browser has none, where it was used up, and where the app is installed. */
export const installPrompt = signal<InstallPrompt | null>(null)

export const keepInstallPrompt = (): void =>
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    // The name of the event says what it is.
    installPrompt.value = event as InstallPrompt
  })
