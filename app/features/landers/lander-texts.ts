/** The texts of landers are chunks of their own: no other screen waits for them, and landers do not wait for other texts. */
import type { ComponentType } from 'react'
import { late } from '../../shell/late.tsx'
import { loadTexts } from '../../state/i18n.ts'

const TEXTS = import.meta.glob<Record<string, string>>('../../../locales/*.json', {
  query: '?landers',
  import: 'default',
})

/**
 * Loads a screen together with the landers' texts.
 * @param others the other texts that the screen needs: those of the first screens, or all
 */
// eslint-disable-next-line typescript/no-explicit-any -- a screen's own props are checked where it is used
export const lateLander = <Screen extends ComponentType<any>>(
  load: () => Promise<Screen>,
  others: 'first' | 'all' = 'first',
) =>
  late(async () => {
    const [screen] = await Promise.all([load(), loadTexts(TEXTS)])
    return screen
  }, others)
