/** Hints of the desk's event stream: something has changed, so the page reads it again. */
export type DeskHint =
  | 'queue'
  | 'claim'
  | 'answers'
  | 'fictional'
  | 'photos'
  | 'settings'
  | 'codes'
  | 'announcements'
  | `case:${number}`
  | `member:${number}`

/**
 * A page sends this header with a read that a hint caused: nobody has used the desk, so the read must not keep an abandoned
 * session alive [DESK-1].
 */
export const BACKGROUND_HEADER = 'x-desk-background'
