/** What somebody has typed or chosen on this page and not sent: a field that was touched, is still there and holds something. */
const touched = new Set<EventTarget>()

export const watchTyping = (): void =>
  document.addEventListener('input', ({ target }) => target && touched.add(target), { capture: true, passive: true })

export const hasTyped = (): boolean => {
  for (const field of touched) if (!(field instanceof Node && field.isConnected)) touched.delete(field)
  return [...touched].some((field) => !('value' in field) || field.value !== '')
}
