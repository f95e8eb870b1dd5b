/** To be called when what lists show of a member changed: everyone who has to do with them hears of it. */
import type { Tx } from '../../deps.ts'
import { announce } from '../feed/announce.ts'

export const announceCard = async (
  tx: Pick<Tx, 'feed' | 'chat' | 'likes' | 'changed'>,
  member: number,
): Promise<void> => {
  const partners = (await tx.chat.partnersOf(member)).map(({ partner }) => partner)
  for (const other of new Set([...partners, ...(await tx.likes.tiesOf(member))]))
    await announce(tx, other, 'profile', member)
}
