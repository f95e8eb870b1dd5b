/** What lay unread until it was too old to be shown is unread no longer: no badge counts what nobody can open [CHAT-10]. */
import type { Deps } from '../../deps.ts'
import { announce } from '../feed/announce.ts'
import { shownSince } from './shown.ts'

export const forgetAgedUnread = async (
  deps: Pick<Deps, 'read' | 'write' | 'now' | 'settings'>,
  member: number,
): Promise<void> => {
  const since = shownSince(deps)
  if ((await deps.read.chat.agedUnread(member, since)).length === 0) return
  await deps.write(async (tx) => {
    for (const { conversation, hiddenUpTo } of await tx.chat.agedUnread(member, since)) {
      // Not marked as read: the partner is told nothing that is not so.
      await tx.chat.hide(member, conversation, hiddenUpTo, 0)
      await announce(tx, member, 'chat', conversation)
    }
  })
}
