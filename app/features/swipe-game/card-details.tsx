/** The details of the top card: a sheet that rises inside the card, over the lower part of the photo. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, type PointerEvent, type ReactNode, type RefObject } from 'react'
import type { Profile } from '#contract/entities/profile.ts'
import { SHOWN_FACTS } from '#contract/entities/profile-facts.ts'
import { href } from '../../shell/routes.ts'
import { listOf } from '../../state/format.ts'
import { t, tCode } from '../../state/i18n.ts'
import { isOnline } from '../../state/presence.ts'
import { LinkButton, RoundButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { FictionalNote } from '../../ui/fictional-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { OnlineMark } from '../../ui/marks.tsx'
import { factRows } from '../profile-fields/fact-texts.ts'
import { LockReason } from '../profile/lock-reason.tsx'
import { locksOf } from '../profile/facts.ts'
import styles from './swipe-card.module.css'

type Props = {
  profile: Profile
  place: string
  /** Interests of both. */
  shared: readonly string[]
  wantsSame: boolean
  isOpen: boolean
  onClose: () => void
}

/** The sheet closes when its head is pulled down this far, in px. */
const PULLED_PX = 48

export const CardDetails = ({ profile, place, shared, wantsSame, isOpen, onClose }: Props) => {
  useSignals()
  const sheet = useRef<HTMLElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen) close.current?.focus({ preventScroll: true })
    else sheet.current?.scrollTo({ top: 0 })
  }, [isOpen])
  const pull = usePull(sheet, onClose)
  const facts = factRows(SHOWN_FACTS, profile)
  return (
    <section
      ref={sheet}
      className={classes(styles['details'], isOpen && styles['open'])}
      aria-label={t('swipe.details', { name: profile.name })}
      inert={!isOpen}
    >
      <header className={styles['detailsHead']} {...pull}>
        <h2 className={classes('name', styles['detailsName'])}>
          {t('ui.nameAge', { name: profile.name, age: profile.age })}
        </h2>
        <RoundButton ref={close} icon="chevron-down" label={t('swipe.detailsClose')} onClick={onClose} />
        <p className={styles['detailsPlace']}>
          {place}
          {isOnline(profile) ? <OnlineMark /> : null}
        </p>
      </header>
      {profile.fictional ? <FictionalNote name={profile.name} /> : null}
      {wantsSame || shared.length > 0 ? (
        <ul className={styles['why']}>
          {wantsSame ? <ReasonLine icon="heart">{t('swipe.sameWish')}</ReasonLine> : null}
          {shared.length > 0 ? (
            <ReasonLine icon="check">{t('matches.interests', { list: listOf(shared) })}</ReasonLine>
          ) : null}
        </ul>
      ) : null}
      {profile.about_me === '' ? null : (
        <p className={styles['about']} dir="auto">
          {profile.about_me}
        </p>
      )}
      {profile.card_only ? <p className="muted">{t('profile.cardOnly')}</p> : null}
      {facts.length === 0 ? null : <FactList facts={facts} />}
      {profile.interests.length === 0 ? null : (
        <p className="muted">{listOf(profile.interests.map((interest) => tCode('interest', interest)))}</p>
      )}
      {locksOf(profile.photos).map(({ lock, count }) => (
        <LockReason key={lock} lock={lock} name={profile.name} count={count} />
      ))}
      <LinkButton kind="second" small href={href('members-id', { id: profile.id })}>
        {t('swipe.profile', { name: profile.name })}
      </LinkButton>
    </section>
  )
}

const ReasonLine = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li>
    <Icon name={icon} size={20} />
    {children}
  </li>
)

/** The sheet follows a finger that pulls its head down; past 48 px it closes. */
const usePull = (sheet: RefObject<HTMLElement | null>, onClose: () => void) => {
  const start = useRef<number | null>(null)
  const end = (event: PointerEvent): void => {
    const from = start.current
    start.current = null
    if (sheet.current) place(sheet.current, null)
    if (from !== null && event.type === 'pointerup' && event.clientY - from > PULLED_PX) onClose()
  }
  return {
    onPointerDown: (event: PointerEvent): void => {
      start.current = event.clientY
    },
    onPointerMove: (event: PointerEvent): void => {
      if (start.current !== null && sheet.current) place(sheet.current, event.clientY - start.current)
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
  }
}

/** @param distance px below its place; null leaves the place to the style sheet */
const place = ({ style }: HTMLElement, distance: number | null): void => {
  style.transition = distance === null ? '' : 'none'
  style.transform = distance === null ? '' : `translate3d(0, ${Math.max(0, distance)}px, 0)`
}
