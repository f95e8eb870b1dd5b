/** A match: one second of joy, then the way to the first line [LIKE-3]. A click anywhere closes it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useId } from 'react'
import { Link } from 'wouter'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { newMatch } from '../../state/likes.ts'
import { user } from '../../state/session.ts'
import { Button, LinkButton, RoundButton } from '../../ui/button.tsx'
import { useModal } from '../../ui/dialog.tsx'
import { FictionalMark } from '../../ui/marks.tsx'
import { Pair } from '../../ui/pair.tsx'
import { photoSource } from '../../ui/photo-source.ts'
import styles from './likes.module.css'

export const MatchDialog = ({ profile }: { profile: ProfileCard }) => {
  useSignals()
  const ref = useModal()
  const title = useId()
  const me = user.value?.profile
  return (
    // Escape and the buttons close it as well; the click on the rest is an extra for the hand that is there anyway.
    <dialog ref={ref} className={styles['match']} aria-labelledby={title} onCancel={close} onClick={close}>
      <div className={styles['matchBody']}>
        <RoundButton icon="x" label={t('ui.close')} className={styles['matchClose']} onClick={close} />
        <h2 id={title}>{t('match.title')}</h2>
        <Link href={href('members-id', { id: profile.id })} className={styles['pairLink']} aria-label={profile.name}>
          <Pair
            left={{ source: sourceOf(me?.main_image), name: me?.name ?? '' }}
            right={{ source: sourceOf(profile.main_image), name: profile.name }}
            icon="heart"
            swing
          />
        </Link>
        <p>{t('match.text', { name: profile.name })}</p>
        {profile.fictional ? (
          <p>
            <FictionalMark />
          </p>
        ) : null}
        <div className={styles['matchActions']}>
          <LinkButton href={href('members-id-chat', { id: profile.id })} className={styles['light'] ?? ''}>
            {t('profile.write', { name: profile.name })}
          </LinkButton>
          <Button kind="quiet" plain onClick={close}>
            {t('match.later')}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

const close = (): void => {
  newMatch.value = null
}

const sourceOf = (image: ProfileCard['main_image'] | undefined): string | null =>
  image ? photoSource(image, 'card') : null
