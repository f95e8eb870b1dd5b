/** The like button: filled at once when tapped, with a small clock while the like waits to be sent. */
import { useSignals } from '@preact/signals-react/runtime'
import { startTransition, useId, useOptimistic } from 'react'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { vibrate } from '../../ports/haptics.ts'
import { waitingWords } from '../../state/connection.ts'
import { t } from '../../state/i18n.ts'
import { likeOf, setLike } from '../../state/likes.ts'
import { askLogin } from '../../state/login-prompt.ts'
import { user } from '../../state/session.ts'
import { toast, undoing } from '../../state/toasts.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './likes.module.css'

type Props = {
  profile: ProfileCard
  /** Whether the answer with this profile says that the member likes it: a server lists only the newest likes at once. */
  isListed?: boolean
  /** On a card, or in the action bar of a profile. */
  size?: 'card' | 'bar'
}

export const LikeButton = ({ profile, isListed = false, size = 'card' }: Props) => {
  useSignals()
  const like = likeOf(profile.id, isListed)
  // The press shows until the lists answer: at once with a service worker, after a request without one.
  const [liked, show] = useOptimistic(like.liked)
  const waiting = like.waiting && liked
  const waits = useId()
  const press = (): void => {
    if (user.peek() === null) return askLogin('like')
    if (!liked) {
      vibrate('deed')
      // The toast says that the like is gone.
      takenBack.get(profile.id)?.()
    }
    startTransition(async () => {
      show(!liked)
      await (liked ? takeBack(profile) : setLike(profile, true))
    })
  }
  return (
    <button
      type="button"
      className={classes(styles['like'], styles[size], liked && styles['liked'])}
      aria-label={t('likes.like', { name: profile.name })}
      aria-pressed={liked}
      // The name of the button replaces its content for a screen reader.
      aria-describedby={waiting ? waits : undefined}
      // A double tap likes once: its second tap would take the like back.
      onClick={({ detail }) => {
        if (detail < 2) press()
      }}
    >
      <Icon name="heart" filled={liked} />
      {waiting ? (
        <span id={waits} className={styles['waits']} title={waitingWords()}>
          <Icon name="clock" size={16} label={waitingWords()} />
        </span>
      ) : null}
    </button>
  )
}

/** Removes the toast about a like that was taken back, by profile. */
const takenBack = new Map<number, () => void>()

/** Removing a like may end a match, so offer an undo. */
const takeBack = async (profile: ProfileCard): Promise<void> => {
  const dismiss = toast(t('likes.unliked', { name: profile.name }), {
    action: undoing(() => void setLike(profile, true)),
  })
  takenBack.set(profile.id, dismiss)
  if (!(await setLike(profile, false))) dismiss()
}
