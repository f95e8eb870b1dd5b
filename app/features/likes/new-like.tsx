/** The parent of the modal titled 'New like': what pops up, and where its photo and its button lead [LIKE-3]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useLocation } from 'wouter'
import { href, type RouteName } from '../../shell/routes.ts'
import { newLike, newMatch } from '../../state/likes.ts'
import { MatchDialog } from './match-dialog.tsx'

/** A match comes first: it says more than a like. */
export const NewLike = () => {
  useSignals()
  const [, navigate] = useLocation()
  const shown = newMatch.value ?? newLike.value
  if (shown === null) return null
  return (
    <MatchDialog
      key={shown.id}
      profile={shown}
      kind={shown === newMatch.value ? 'match' : 'like'}
      onClose={closeNewLike}
      onChoose={(id, to) => navigate(href(WAY[to], { id }))}
    />
  )
}

const WAY = { profile: 'members-id', chat: 'members-id-chat' } as const satisfies Record<string, RouteName>

export const closeNewLike = (): void => {
  newMatch.value = null
  newLike.value = null
}
