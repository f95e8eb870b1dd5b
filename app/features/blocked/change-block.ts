/**
 * Blocks or unblocks a profile and shows a toast with an undo [PROF-14]. A device without a connection queues both
 * writes.
 */
import { call } from '../../ports/api.ts'
import { online } from '../../state/connection.ts'
import { profileErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { expectOldMatch } from '../../state/likes.ts'
import { invalidate } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'

/** @param onDone runs after this change, and after its undo */
export const changeBlock = async (
  profile: { id: number; name: string },
  isBlock: boolean,
  onDone: (isBlock: boolean) => void = () => {},
): Promise<void> => {
  const answer = await call(isBlock ? 'blocks.put' : 'blocks.delete', { params: { profile: String(profile.id) } })
  if (!answer.ok) {
    toast(profileErrorText(answer.error))
    return
  }
  if (!isBlock) expectOldMatch(profile.id)
  onDone(isBlock)
  const { name } = profile
  const isWaiting = answer.queued && !online.value
  const said = isBlock ? (isWaiting ? 'profile.blockedOffline' : 'profile.blockedNow') : 'profile.unblockedNow'
  toast(t(said, { name }), {
    about: `block-${profile.id}`,
    action: { label: t('ui.undo'), run: () => void changeBlock(profile, !isBlock, onDone) },
  })
  invalidate(['blocks', 'members', `member:${profile.id}`, 'chats', 'likes'])
}
