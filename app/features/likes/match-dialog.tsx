/**
 * The 'New like' modal [LIKE-3] for a match or for a like that popped up [LIKE-6]. A click anywhere closes it; the
 * photo and the button pass the profile's id to the parent.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId } from 'react'
import { useLocation } from 'wouter'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { fade, reducesMotion } from '../../ports/page.ts'
import { href } from '../../shell/routes.ts'
import type { RouteName } from '../../shell/screens.ts'
import { t } from '../../state/i18n.ts'
import { newLike, newMatch } from '../../state/likes.ts'
import { noteCause } from '../../state/offers.ts'
import { useResource } from '../../state/resource.ts'
import { user } from '../../state/session.ts'
import { settings } from '../../state/site.ts'
import { Button, RoundButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { useModal } from '../../ui/dialog.tsx'
import fullScreen from '../../ui/full-screen.module.css'
import { FictionalMark } from '../../ui/marks.tsx'
import { Pair } from '../../ui/pair.tsx'
import { MatchOffer } from '../offers/match-offer.tsx'
import styles from './match-dialog.module.css'

export type LikeKind = 'match' | 'like'

type Props = {
  profile: ProfileCard
  /** Whether the like is mutual, or only theirs so far. */
  kind: LikeKind
  onClose: () => void
  /** Called with the profile's id when the photo or the button is pressed. */
  onChoose: (id: number, pressed: 'photo' | 'button') => void
}

export const MatchDialog = ({ profile, kind, onClose, onChoose }: Props) => {
  useSignals()
  const ref = useModal()
  const [title, about] = [useId(), useId()]
  const { name } = profile
  const me = user.value?.profile
  const isMatch = kind === 'match'
  useEffect(() => {
    // Replaces the swing animation, which the style sheet omits under reduced motion.
    if (ref.current && reducesMotion()) fade(ref.current, 0, 1)
  }, [ref])
  useEffect(() => {
    if (isMatch) noteCause('match')
  }, [isMatch])
  return (
    // Escape and the buttons close the dialog too; a click elsewhere is an extra for pointers.
    <dialog
      ref={ref}
      className={classes(fullScreen['fullScreen'], styles['match'])}
      aria-labelledby={title}
      aria-describedby={about}
      onCancel={onClose}
      onClick={onClose}
    >
      <div className={styles['body']}>
        <div className={styles['head']}>
          <p id={title} className="strong">
            {t('match.title')}
          </p>
          <RoundButton icon="x" label={t('ui.close')} onClick={onClose} />
        </div>
        <div className={styles['middle']}>
          <button
            type="button"
            className={styles['pair']}
            aria-label={t('likes.popUpProfile', { name })}
            onClick={() => onChoose(profile.id, 'photo')}
          >
            <Pair
              left={{ source: me?.main_image?.match ?? null, name: me?.name ?? '' }}
              right={{ source: profile.main_image?.match ?? null, name, mirrored: profile.main_image?.drawn === true }}
              icon="heart"
              swing
            />
          </button>
          <div id={about} className={styles['words']}>
            <h2>{isMatch ? t('match.mutual') : t('likes.popUpHeading', { name })}</h2>
            <p>{isMatch ? t('match.both', { name }) : t('likes.popUpText')}</p>
            {profile.fictional ? (
              <p className={styles['fictional']}>
                <FictionalMark />
                {t('ui.chatOnly')}
              </p>
            ) : null}
          </div>
        </div>
        <div className={styles['actions']}>
          <Button full className={styles['light']} onClick={() => onChoose(profile.id, 'button')}>
            {isMatch ? t('profile.write', { name }) : t('likes.popUpProfile', { name })}
          </Button>
          <Button kind="second" full className={styles['later']} onClick={onClose}>
            {t('match.later')}
          </Button>
          {isMatch && me ? <Cost me={me.id} partner={profile.id} /> : null}
          {isMatch ? <MatchOffer /> : null}
        </div>
      </div>
    </dialog>
  )
}

/**
 * The price of a message, shown before the button to the chat is pressed [CHAT-2]. Two who match may have written to each other before; then
 * it is no first message, and the maximum of begun conversations [CHAT-15] is no limit.
 */
const Cost = ({ me, partner }: { me: number; partner: number }) => {
  useSignals()
  const { data } = useResource('messages.list', { params: { conversation: conversationId(me, partner) }, query: {} })
  const count = settings.value?.message_credits
  const credits = user.value?.credits
  if (count === undefined || credits === undefined) return null
  const isNew = data !== null && data.chat === null && !data.waiting?.length && !data.incoming_at
  if (!isNew) return <p className="small">{t('profile.cost', { count })}</p>
  if (user.value?.conversations_left === 0) return <p className="small">{t('limit.reached')}</p>
  return <p className="small">{t('match.cost', { count, credits })}</p>
}

/**
 * The parent of the 'New like' modal: chooses the popup, and follows its photo and its button [LIKE-3]. A match comes before a like,
 * because it says more.
 */
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
      onChoose={(id, pressed) => navigate(href(routeAfterMatch(pressed, kind), { id }))}
    />
  )
}

const closeNewLike = (): void => {
  newMatch.value = null
  newLike.value = null
}

/** The target of the modal's photo or button [LIKE-3]: a match opens the chat; a like that is not mutual opens the profile first. */
export const routeAfterMatch = (pressed: 'photo' | 'button', kind: LikeKind): RouteName =>
  pressed === 'button' && kind === 'match' ? 'members-id-chat' : 'members-id'
