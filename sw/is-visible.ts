import type { OpenWindow } from './ports.ts'

/** Whether this window is visible, as far as the browser knows. */
export const isVisible = ({ visibilityState }: Pick<OpenWindow, 'visibilityState'>): boolean =>
  visibilityState === 'visible'
