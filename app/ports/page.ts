/** What the page itself knows: whether someone looks at it, and whether the browser believes in a network. */
import { signal } from '@preact/signals-react'

export const visible = signal(true)

/** `false` is certain, `true` is a hope: a network may lead nowhere. */
export const onLine = signal(true)

/** How often the page has come back from the back-forward cache: it has slept through every event, news of the device included. */
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

/** Whether someone is in the middle of writing: nothing should then jump in between. */
export const isTyping = (): boolean =>
  document.activeElement instanceof HTMLTextAreaElement || document.activeElement instanceof HTMLInputElement

/** The focus goes to the screen: where it was is gone. */
export const focusScreen = (): void => {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}
