/** The cards, the buttons under them, and their announcements for screen readers. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { RoundButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { choose, game, undoPass } from './game.ts'
import { SwipeCard, type Role } from './swipe-card.tsx'
import styles from './swipe-game.module.css'
import { useDrag } from './use-drag.ts'
import { useKeys } from './use-keys.ts'

/** The top card, the rising one, and one more below, so that the next is always rendered. */
const SHOWN = 3

/** @param isHeld the deck comes from this device: two lines above say so, and the deck leaves room for them */
export const DeckView = ({ isHeld }: { isHeld: boolean }) => {
  useSignals()
  const { cards, leaving, lastPass, returned } = game.value
  const box = useRef<HTMLDivElement>(null)
  useDrag(box, choose)
  useKeys({ like: () => choose('like'), pass: () => choose('pass'), undo: undoPass })
  const [top] = cards
  return (
    <div className={styles['game']} ref={box}>
      <div className={classes(styles['deck'], isHeld && styles['held'])} data-deck>
        {/* From the bottom up. A card is always the same element, so that its animation continues. */}
        {cards
          .slice(0, SHOWN)
          .map((card, place) => ({ card, role: roleAt(place) }))
          .toReversed()
          .map(({ card, role }) => <SwipeCard key={card.id} card={card} role={role} isBack={card.id === returned} />)
          .concat(
            leaving.map(({ card, choice }) => <SwipeCard key={card.id} card={card} role={choice} isBack={false} />),
          )}
      </div>
      <Keys name={top?.name ?? null} id={top?.id ?? null} canUndo={lastPass !== null} />
      <p className="vh" role="status">
        {top ? t('swipe.now', { name: top.name, age: top.age, place: top.city }) : null}
      </p>
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
}

const Keys = ({ name, id, canUndo }: KeysProps) => {
  const [, navigate] = useLocation()
  const nobody = name === null
  return (
    <div className={styles['keys']}>
      <RoundButton icon="undo" size="mid" on="line" label={t('swipe.undo')} disabled={!canUndo} onClick={undoPass} />
      <RoundButton
        icon="x"
        size="big"
        on="lift"
        className={styles['passKey']}
        data-key="pass"
        label={t('swipe.pass', { name: name ?? '' })}
        disabled={nobody}
        onClick={() => choose('pass')}
      />
      <RoundButton
        icon="heart"
        filled
        size="big"
        className={styles['likeKey']}
        data-key="like"
        label={t('likes.like', { name: name ?? '' })}
        disabled={nobody}
        onClick={() => choose('like')}
      />
      <RoundButton
        icon="info"
        size="mid"
        on="line"
        label={t('swipe.profile', { name: name ?? '' })}
        disabled={nobody}
        onClick={() => {
          if (id !== null) navigate(href('members-id', { id }))
        }}
      />
    </div>
  )
}
