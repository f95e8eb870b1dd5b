/** The end screens of the game, each with something else to do. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ErrorBody } from '#contract/errors.ts'
import { SWIPE_LIKES_A_DAY } from '#contract/limits.ts'
import { href } from '../../shell/routes.ts'
import { errorText } from '../../state/error-text.ts'
import { timeOfDay } from '../../state/format.ts'
import { locale, t } from '../../state/i18n.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './swipe-game.module.css'

export const NoLikesLeft = ({ resetsAt }: { resetsAt: number }) => (
  <div className={styles['end']}>
    <EmptyState
      title={t('swipe.over')}
      text={t('swipe.overText', { count: SWIPE_LIKES_A_DAY, day: weekdayOf(resetsAt), time: timeOfDay(resetsAt) })}
    >
      <LinkButton href={href('likes')}>{t('swipe.seeLikes')}</LinkButton>
      <LinkButton kind="quiet" href={href('members')}>
        {t('likes.findPeople')}
      </LinkButton>
    </EmptyState>
  </div>
)

/** Without a connection there may be more people who are not on this device. */
export const NoPeopleLeft = ({ online }: { online: boolean }) => (
  <div className={styles['end']}>
    <EmptyState
      title={t(online ? 'swipe.none' : 'swipe.noneHeld')}
      text={t(online ? 'swipe.noneText' : 'swipe.noneHeldText')}
    >
      <LinkButton href={href('members')}>{t('swipe.wider')}</LinkButton>
      <LinkButton kind="quiet" href={href('match-finder')}>
        {t('members.forYou')}
      </LinkButton>
    </EmptyState>
  </div>
)

export const FailedDeck = ({ error, retry }: { error: ErrorBody; retry: () => Promise<void> }) => {
  useSignals()
  return (
    <div className={styles['end']}>
      <EmptyState title={errorText(error)} picture="none">
        <Button onClick={() => void retry()}>{t('ui.tryAgain')}</Button>
      </EmptyState>
    </div>
  )
}

/** The weekday is enough, since the time is never far away. */
const weekdayOf = (at: number): string => new Intl.DateTimeFormat(locale.value, { weekday: 'long' }).format(at)
