import type { OpenWindow } from './ports.ts'

/** Whether someone looks at it, as far as the browser knows. */
export const isVisible = ({ visibilityState }: Pick<OpenWindow, 'visibilityState'>): boolean =>
  visibilityState === 'visible'
