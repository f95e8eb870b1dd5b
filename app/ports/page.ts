/** The page's own state: whether it is visible, and whether the browser believes in a network. */
import { signal } from '@preact/signals-react'

export const visible = signal(true)

/** `false` is certain. `true` is not: the network may lead nowhere. */
export const onLine = signal(true)

/** Counts returns from the back-forward cache. A cached page has missed every event, device news included. */
export const restored = signal(0)

const read = (): void => {
  visible.value = document.visibilityState === 'visible'
  onLine.value = navigator.onLine
}

export const watchPage = (): void => {
  read()
  document.addEventListener('visibilitychange', read)
  window.addEventListener('online', read)
  window.addEventListener('offline', read)
  window.addEventListener('pageshow', ({ persisted }) => {
    read()
    if (persisted) restored.value += 1
  })
}

/** Whether the focus is in a text field: nothing should interrupt the member then. */
export const isTyping = (): boolean =>
  document.activeElement instanceof HTMLTextAreaElement || document.activeElement instanceof HTMLInputElement

/** Moves the focus to the screen, because the element that had it is gone. */
export const focusScreen = (): void => {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}
