/** The line that offers a new version; null until there is one. `start-versions.tsx`, which loads later, renders it. */
import { signal } from '@preact/signals-react'
import type { ReactNode } from 'react'

export const versionLine = signal<ReactNode>(null)
