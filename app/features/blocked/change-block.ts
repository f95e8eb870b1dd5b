/**
 * Blocks or unblocks a profile and shows a toast with an undo [PROF-14]. A device without a connection queues both
 * writes.
 */
import { call } from '../../ports/api.ts'
import { profileErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { invalidate } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'

export const changeBlock = async (profile: { id: number; name: string }, isBlock: boolean): Promise<void> => {
  const answer = await call(isBlock ? 'blocks.put' : 'blocks.delete', { params: { profile: String(profile.id) } })
  if (!answer.ok) {
    toast(profileErrorText(answer.error))
    return
  }
  const { name } = profile
  toast(t(isBlock ? 'profile.blockedNow' : 'profile.unblockedNow', { name }), {
    action: { label: t('ui.undo'), run: () => void changeBlock(profile, !isBlock) },
  })
  invalidate(['blocks', 'members', `member:${profile.id}`, 'chats', 'likes'])
}
