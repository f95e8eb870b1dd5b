/** What only landers say comes as a part of its own: no other screen is to wait for it, nor they for the rest. */
import type { ComponentType } from 'react'
import { late } from '../../shell/late.tsx'
import { loadTexts } from '../../state/i18n.ts'

const TEXTS = import.meta.glob<Record<string, string>>('../../../locales/*.json', {
  query: '?landers',
  import: 'default',
})

/**
 * A screen with the landers' texts beside it.
 * @param others what else it says: what the first screens say, or anything
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
