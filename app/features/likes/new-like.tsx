/** The parent of the 'New like' modal: chooses the popup, and follows its photo and its button [LIKE-3]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useLocation } from 'wouter'
import { href } from '../../shell/routes.ts'
import { newLike, newMatch } from '../../state/likes.ts'
import { MatchDialog } from './match-dialog.tsx'
import { wayOf } from './new-like-ways.ts'

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
