import { signal } from '@preact/signals-react'

/** Whether the warning at the entry is shown to a visitor [SITE-5]. Only `start-entry-warning.ts` writes it. */
export const entryWarned = signal(false)
