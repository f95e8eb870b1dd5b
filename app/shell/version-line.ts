/** The line that offers a new version; null until there is one. Drawn by what comes later (`start-versions.tsx`). */
import { signal } from '@preact/signals-react'
import type { ReactNode } from 'react'

export const versionLine = signal<ReactNode>(null)
