import { call } from '../../ports/api.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { invalidate } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'

/** Takes a queued report back. A report that is being sent stays, and the toast says so. */
export const takeBackReport = async (id: string): Promise<void> => {
  const answer = await call('device.discard', { params: { id } })
  invalidate(['reports', 'device'])
  if (answer.ok) toast(t('report.takenBack'))
  else toast(answer.error.error === 'not_found' ? t('report.alreadySent') : errorText(answer.error))
}
