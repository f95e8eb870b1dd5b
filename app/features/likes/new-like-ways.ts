/** The targets of the 'New like' modal [LIKE-3]: the photo opens the profile, the button the next step. */
import type { RouteName } from '../../shell/screens.ts'

export type LikeKind = 'match' | 'like'

/** A match opens the chat; a like that is not mutual opens the profile first. */
export const wayOf = (pressed: 'photo' | 'button', kind: LikeKind): RouteName =>
  pressed === 'button' && kind === 'match' ? 'members-id-chat' : 'members-id'
