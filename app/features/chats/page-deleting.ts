/** Deletes conversations of this page through the app's calls. */
import { call } from '../../ports/api.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { invalidate } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'
import { makeDeleting } from './deleting.ts'

export const deleting = makeDeleting({
  ask: async ({ conversation, upTo }) => {
    const answer = await call('chats.delete', { body: { conversation, ...(upTo === null ? {} : { up_to: upTo }) } })
    return answer.ok ? { ok: true, id: answer.queued ? answer.id : null } : answer
  },
  takeBack: async (id) => {
    const answer = await call('device.discard', { params: { id } })
    if (!answer.ok) toast(errorText(answer.error))
    return answer.ok
  },
  tell: ({ name }, undo) =>
    void toast(t('chats.deleted', { name }), undo ? { action: { label: t('ui.undo'), run: undo } } : {}),
  alert: ({ name }, error) => void toast(t('chats.deleteFailed', { name, reason: errorText(error) }), { sticky: true }),
  reload: () => invalidate(['chats', 'user']),
})
