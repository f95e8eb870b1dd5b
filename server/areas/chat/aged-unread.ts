/** Clears unread counts of messages that are too old to be shown: no badge counts messages that nobody can open [CHAT-10]. */
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
      // Do not mark them as read: the partner must not see a read mark that is not true.
      await tx.chat.hide(member, conversation, hiddenUpTo, 0)
      await announce(tx, member, 'chat', conversation)
    }
  })
}
