/** Whether this visitor may join [ACC-15]. */
import type { Settings } from '#contract/entities/settings.ts'

export const areSignupsOpen = (signups: Settings['signups'], hasTrafficSource: boolean): boolean =>
  signups === 'all' || (signups === 'with_trafficsource' && hasTrafficSource)
