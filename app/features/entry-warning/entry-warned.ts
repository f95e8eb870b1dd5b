import { signal } from '@preact/signals-react'

/** Whether a visitor is to be told at the entry what this place is [SITE-5]. Written by `start-entry-warning.ts` alone. */
export const entryWarned = signal(false)
