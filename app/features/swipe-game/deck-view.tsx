/** The cards and the buttons under them. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'
import type { SwipeChoice } from '#contract/entities/like.ts'
import { vibrate } from '../../ports/haptics.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { RoundButton, RoundLink } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { choose, game, undoPass } from './game.ts'
import { SwipeCard, type Role } from './swipe-card.tsx'
import styles from './swipe-game.module.css'
import { useDrag } from './use-drag.ts'
import { useKeys } from './use-keys.ts'

/** The top card, the rising one, and one more below, so that the next is always rendered. */
const SHOWN = 3

/** @param isCached the deck comes from this device: two lines above say so, and the deck leaves room for them */
export const DeckView = ({ isCached }: { isCached: boolean }) => {
  useSignals()
  const { cards, leaving, lastPass, returned } = game.value
  const box = useRef<HTMLDivElement>(null)
  const deck = useRef<HTMLDivElement>(null)
  /** The id of the card whose details are open. */
  const [opened, setOpened] = useState<number | null>(null)
  const [top] = cards
  const isOpen = top !== undefined && opened === top.id

  const decide = useCallback((choice: SwipeChoice): void => {
    // The card that leaves takes the focus with it.
    if (deck.current?.contains(document.activeElement)) deck.current.focus({ preventScroll: true })
    setOpened(null)
    vibrate('deed')
    choose(choice)
  }, [])
  // The game has the keyboard from here on, so a bare letter counts as well.
  const takeKeyboard = (): void => {
    if (!box.current?.contains(document.activeElement)) deck.current?.focus({ preventScroll: true })
  }
  const decideByKey = (choice: SwipeChoice): void => {
    takeKeyboard()
    decide(choice)
  }
  const undoByKey = (): void => {
    takeKeyboard()
    undoPass()
  }
  const undo = (): void => {
    // The button is switched off with its press, and would lose the focus.
    deck.current?.focus({ preventScroll: true })
    undoPass()
  }
  const close = (): void => {
    // The button is hidden while the details are open, and a hidden button takes no focus.
    flushSync(() => setOpened(null))
    deck.current?.querySelector<HTMLElement>('[data-opens-details]')?.focus({ preventScroll: true })
  }
  useDrag(box, decide)
  useKeys(box, {
    like: () => decideByKey('like'),
    pass: () => decideByKey('pass'),
    undo: undoByKey,
    open: top && !isOpen ? () => setOpened(top.id) : null,
    close: isOpen ? close : null,
  })
  return (
    <div className={styles['game']} ref={box}>
      <div
        ref={deck}
        className={classes(styles['deck'], isCached && styles['cached'])}
        role="group"
        aria-label={t('title.swipe')}
        tabIndex={-1}
        data-deck
      >
        {/* From the bottom up. A card is always the same element, so that its animation continues. */}
        {cards
          .slice(0, SHOWN)
          .map((card, place) => ({ card, role: roleAt(place) }))
          .toReversed()
          .concat(leaving.map(({ card, choice }) => ({ card, role: choice })))
          .map(({ card, role }) => (
            <SwipeCard
              key={card.id}
              card={card}
              role={role}
              isBack={card.id === returned}
              isOpen={role === 'top' && isOpen}
              onOpen={(opens) => (opens ? setOpened(card.id) : close())}
            />
          ))}
      </div>
      <Keys name={top?.name ?? null} id={top?.id ?? null} canUndo={lastPass !== null} decide={decide} undo={undo} />
      <p className={styles['hint']}>{t('swipe.keys')}</p>
    </div>
  )
}

const roleAt = (place: number): Role => (place === 0 ? 'top' : 'next')

type KeysProps = {
  /** The name of the top card; null while the last card leaves. */
  name: string | null
  id: number | null
  canUndo: boolean
  decide: (choice: SwipeChoice) => void
  undo: () => void
}

/** The second tap of a double tap would decide about somebody whom nobody has looked at, and spend a like of the day. */
const DOUBLE_TAP_MS = 350

/** @returns the handlers of the keys: one tap of a finger decides about one card */
const useTaps = (decide: (choice: SwipeChoice) => void) => {
  const pointer = useRef('')
  const decidedAt = useRef(Number.NEGATIVE_INFINITY)
  const onPointerDown = ({ pointerType }: PointerEvent): void => {
    pointer.current = pointerType
  }
  const onClick =
    (choice: SwipeChoice) =>
    ({ timeStamp }: MouseEvent): void => {
      const isFinger = pointer.current === 'touch'
      // A click without a pointer comes from the keyboard.
      pointer.current = ''
      if (isFinger && timeStamp - decidedAt.current < DOUBLE_TAP_MS) return
      decidedAt.current = timeStamp
      decide(choice)
    }
  return { onPointerDown, onClick }
}

const Keys = ({ name, id, canUndo, decide, undo }: KeysProps) => {
  const nobody = name === null
  const { onPointerDown, onClick } = useTaps(decide)
  return (
    <div className={styles['keys']} onPointerDown={onPointerDown}>
      <RoundButton icon="undo" size="mid" on="line" label={t('swipe.undo')} disabled={!canUndo} onClick={undo} />
      <RoundButton
        icon="x"
        size="big"
        on="lift"
        className={styles['passKey']}
        data-key="pass"
        label={t('swipe.pass', { name: name ?? '' })}
        disabled={nobody}
        onClick={onClick('pass')}
      />
      <RoundButton
        icon="heart"
        filled
        size="big"
        className={styles['likeKey']}
        data-key="like"
        label={t('likes.like', { name: name ?? '' })}
        disabled={nobody}
        onClick={onClick('like')}
      />
      {id === null ? (
        <RoundButton icon="message" size="mid" on="line" label={t('chat.writeTo', { name: '' })} disabled />
      ) : (
        <RoundLink
          icon="message"
          size="mid"
          on="line"
          coral
          label={t('profile.write', { name: name ?? '' })}
          href={href('members-id-chat', { id })}
        />
      )}
    </div>
  )
}
