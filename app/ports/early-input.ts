/**
 * Takes over what a member did on stored markup before the app ran: the link that `early-taps.ts` kept, and the text in the
 * composer's field, which works without a script [PWA-17].
 */
const rootOf = (): HTMLElement | null => document.querySelector('#root')

/** @returns the path of the link that was tapped last, once; null if none was */
export const takeTap = (): string | null => {
  const root = rootOf()
  const path = root?.dataset['tapped'] ?? null
  delete root?.dataset['tapped']
  return path
}

/** The field keeps its text after React has replaced the markup. */
let field: HTMLTextAreaElement | null = null
let fieldPath = ''

/** To be called before the address changes, and before React replaces the markup. */
export const holdEarlyField = (): void => {
  field = rootOf()?.querySelector('textarea[data-snapshot-field]:not([inert])') ?? null
  fieldPath = location.pathname
}

/** Whether the member writes in the stored field of this path right now; known until React replaces the markup. */
export const isWritingEarly = (path: string): boolean =>
  path === fieldPath && field !== null && document.activeElement === field

/** @returns the text in the stored field of this path, once; null if there is no such field, or no longer */
export const takeEarlyText = (path: string): string | null => {
  if (path !== fieldPath || field === null) return null
  const { value } = field
  field = null
  return value
}

/** The next member of this device gets none of it [PWA-11]. */
export const forgetEarlyText = (): void => {
  field = null
}
