/** Blocking and its undoing. Both need the server, so that nothing promises what does not hold yet. */
import type { Profile } from '#contract/entities/profile.ts'
import { call } from '../../ports/api.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { invalidate } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'

export const setBlocked = async (
  profile: Pick<Profile, 'id' | 'name'>,
  blocked: boolean,
  refresh: () => Promise<void>,
): Promise<void> => {
  const answer = await call(blocked ? 'blocks.put' : 'blocks.delete', { params: { profile: String(profile.id) } })
  if (!answer.ok) {
    toast(errorText(answer.error))
    return
  }
  if (blocked)
    toast(t('profile.blockedNow', { name: profile.name }), {
      action: { label: t('ui.undo'), run: () => void setBlocked(profile, false, refresh) },
    })
  else toast(t('profile.unblockedNow', { name: profile.name }))
  invalidate(['members', 'chats', 'likes'])
  await refresh()
}
