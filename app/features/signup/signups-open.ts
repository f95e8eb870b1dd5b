/** Whether this visitor may sign up [ACC-15]. */
import type { Settings } from '#contract/entities/settings.ts'

export const areSignupsOpen = (signups: Settings['signups'], hasTrafficSource: boolean): boolean =>
  signups === 'all' || (signups === 'with_trafficsource' && hasTrafficSource)
