/** Where the modal titled 'New like' leads [LIKE-3]: the photo to the profile, the button to what comes next. */
import type { RouteName } from '../../shell/routes.ts'

export type LikeKind = 'match' | 'like'

/** Whoever likes each other writes; whoever is only liked has a look first. */
export const wayOf = (pressed: 'photo' | 'button', kind: LikeKind): RouteName =>
  pressed === 'button' && kind === 'match' ? 'members-id-chat' : 'members-id'
