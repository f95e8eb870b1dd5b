/** The parent of the 'New like' modal: chooses the popup, and follows its photo and its button [LIKE-3]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useLocation } from 'wouter'
import { href } from '../../shell/routes.ts'
import type { RouteName } from '../../shell/screens.ts'
import { newLike, newMatch } from '../../state/likes.ts'
import { MatchDialog, type LikeKind } from './match-dialog.tsx'

/** A match comes before a like, because it says more. */
export const NewLike = () => {
  useSignals()
  const [, navigate] = useLocation()
  const shown = newMatch.value ?? newLike.value
  if (shown === null) return null
  const kind = newMatch.value === null ? 'like' : 'match'
  return (
    <MatchDialog
      key={shown.id}
      profile={shown}
      kind={kind}
      onClose={closeNewLike}
      onChoose={(id, pressed) => navigate(href(wayOf(pressed, kind), { id }))}
    />
  )
}

const closeNewLike = (): void => {
  newMatch.value = null
  newLike.value = null
}

/** The target of the modal's photo or button [LIKE-3]: a match opens the chat; a like that is not mutual opens the profile first. */
export const wayOf = (pressed: 'photo' | 'button', kind: LikeKind): RouteName =>
  pressed === 'button' && kind === 'match' ? 'members-id-chat' : 'members-id'
