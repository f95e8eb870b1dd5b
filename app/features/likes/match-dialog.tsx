/**
 * 'New like' [LIKE-3]: a match, one second of joy, or a like that came by itself [LIKE-6]. A click anywhere closes it;
 * the photo or the button tells the parent whom.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId } from 'react'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { fade, reducesMotion } from '../../ports/motion.ts'
import { t } from '../../state/i18n.ts'
import { noteCause } from '../../state/offers.ts'
import { user } from '../../state/session.ts'
import { settings } from '../../state/site.ts'
import { Button, RoundButton } from '../../ui/button.tsx'
import { useModal } from '../../ui/dialog.tsx'
import { FictionalMark } from '../../ui/marks.tsx'
import { Pair } from '../../ui/pair.tsx'
import { MatchOffer } from '../offers/match-offer.tsx'
import type { LikeKind } from './new-like-ways.ts'
import styles from './match-dialog.module.css'

type Props = {
  profile: ProfileCard
  /** Whether it is mutual, or only they like the member so far. */
  kind: LikeKind
  onClose: () => void
  /** Hears of the profile's id when the photo or the button is pressed. */
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
    // Instead of the swing, which the style sheet leaves out then.
    if (ref.current && reducesMotion()) fade(ref.current, 0, 1)
  }, [ref])
  useEffect(() => {
    if (isMatch) noteCause('match')
  }, [isMatch])
  return (
    // Escape and the buttons close it as well; the click on the rest is an extra for the hand that is there anyway.
    <dialog
      ref={ref}
      className={styles['match']}
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
              right={{ source: profile.main_image?.match ?? null, name, mirrored: true }}
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
          {isMatch ? <Cost /> : null}
          {isMatch ? <MatchOffer /> : null}
        </div>
      </div>
    </dialog>
  )
}

/** What the button leads to costs, said before it is pressed [CHAT-2]. */
const Cost = () => {
  useSignals()
  const count = settings.value?.message_credits
  const credits = user.value?.credits
  if (count === undefined || credits === undefined) return null
  // Whoever has a match and no conversation with them yet may have begun as many as they may [CHAT-15].
  if (user.value?.conversations_left === 0) return <p className="small">{t('limit.reached')}</p>
  return <p className="small">{t('match.cost', { count, credits })}</p>
}
