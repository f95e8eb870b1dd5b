/** Hints of the desk's event stream: something has changed, so the page reads it again. */
export type DeskHint = 'queue' | 'claim' | 'photos' | `case:${number}`
