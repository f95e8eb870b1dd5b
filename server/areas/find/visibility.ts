/** Whether a member may see another one's profile. */
import type { RelationRow } from './queries.ts'

export type Visibility = 'visible' | 'blocked' | 'not_found'

/**
 * Not confirmed, invisible and deleted members are not found [ACC-6], [PROF-10], except by those they talk with; an
 * invisible member is also seen by whom they like. Who is blocked is told so [CHAT-9].
 */
export const visibilityOf = (relation: RelationRow): Visibility => {
  const isOpen = relation.status === 'active' && (!relation.invisible || relation.likesMe)
  if (!isOpen && !relation.talked) return 'not_found'
  return relation.blocksMe ? 'blocked' : 'visible'
}
