/** Changes of settings that the server refused after the device had queued them: each with its reason [PWA-3]. */
import type { CallAnswer } from '#contract/calls.ts'
import { t } from '../../state/i18n.ts'
import { RefusedWrites } from '../me/refused-writes.tsx'

const OURS: ReadonlySet<string> = new Set(['notifications.put', 'consents.put', 'user.language'])

export const RefusedChanges = ({ writes }: { writes: CallAnswer<'device.state'>['failed'] }) => {
  const refused = writes.filter(({ kind }) => OURS.has(kind))
  if (refused.length === 0) return null
  return <RefusedWrites title={t('settings.refused', { count: refused.length })} writes={refused} />
}
