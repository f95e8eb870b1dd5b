/** Unsent input on this page: a field that the member has edited, that is still in the page and not empty. */
const touched = new Set<EventTarget>()

export const watchTyping = (): void =>
  document.addEventListener('input', ({ target }) => target && touched.add(target), { capture: true, passive: true })

export const hasTyped = (): boolean => {
  for (const field of touched) if (!(field instanceof Node && field.isConnected)) touched.delete(field)
  return [...touched].some((field) => !('value' in field) || field.value !== '')
}
