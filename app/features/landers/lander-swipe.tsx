/** Cards to swipe, left for no and right for yes [LIKE-5]: evenings, not people, until the visitor has joined. */
import { useCallback, useRef, useState } from 'react'
import type { SwipeChoice } from '#contract/entities/like.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { Button, RoundButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { useDrag } from '../swipe-game/use-drag.ts'
import { useKeys } from '../swipe-game/use-keys.ts'
import { EveningPicture, type Evening } from './evening-picture.tsx'
import { LanderFrame, type LanderProps } from './lander-frame.tsx'
import styles from './lander-swipe.module.css'

export const SwipeLander = ({ slug }: LanderProps) => (
  <LanderFrame lander="tinderswipe" slug={slug} art={<Deck />}>
    <p className="small muted">{t('lander.swipeHint')}</p>
  </LanderFrame>
)

const CARDS: readonly { evening: Evening; text: TextKey }[] = [
  { evening: 'drinks', text: 'lander.swipeDrinks' },
  { evening: 'museum', text: 'lander.swipeMuseum' },
  { evening: 'dance', text: 'lander.swipeDance' },
  { evening: 'sea', text: 'lander.swipeSea' },
  { evening: 'film', text: 'lander.swipeFilm' },
]

const Deck = () => {
  const box = useRef<HTMLDivElement>(null)
  const [choices, setChoices] = useState<readonly SwipeChoice[]>([])
  const choose = useCallback((choice: SwipeChoice): void => {
    setChoices((made) => (made.length < CARDS.length ? [...made, choice] : made))
  }, [])
  useDrag(box, choose)
  useKeys(box, {
    like: () => choose('like'),
    pass: () => choose('pass'),
    undo: () => setChoices((made) => made.slice(0, -1)),
    open: null,
    close: null,
  })
  const shown = CARDS[choices.length]
  return (
    <div ref={box} className={styles['game']} role="group" aria-label={t('lander.swipeGroup')}>
      <RoundButton
        icon="x"
        label={t('lander.swipeNo')}
        size="mid"
        on="lift"
        data-key="pass"
        disabled={!shown}
        onClick={() => choose('pass')}
      />
      <div className={styles['deck']} data-deck>
        <EndCard choices={choices} again={() => setChoices([])} />
        {CARDS.map((card, place) => <Card key={card.evening} {...card} role={roleOf(place, choices)} />).toReversed()}
      </div>
      <RoundButton
        icon="heart"
        label={t('lander.swipeYes')}
        size="mid"
        on="lift"
        coral
        filled
        data-key="like"
        disabled={!shown}
        onClick={() => choose('like')}
      />
      <p className="vh" role="status">
        {shown && choices.length > 0 ? t(shown.text) : null}
      </p>
    </div>
  )
}

type Role = SwipeChoice | 'top' | 'next' | 'later'

const roleOf = (place: number, choices: readonly SwipeChoice[]): Role => {
  const ahead = place - choices.length
  if (ahead > 1) return 'later'
  return choices[place] ?? (ahead === 0 ? 'top' : 'next')
}

const Card = ({ evening, text, role }: { evening: Evening; text: TextKey; role: Role }) => (
  <article
    className={classes(styles['card'], styles[role])}
    data-role={role}
    aria-hidden={role === 'top' ? undefined : true}
  >
    <EveningPicture evening={evening} />
    <p className={styles['name']}>{t(text)}</p>
    <span className={classes(styles['stamp'], styles['yes'])} data-stamp="like" aria-hidden="true">
      {t('lander.swipeYes')}
    </span>
    <span className={classes(styles['stamp'], styles['no'])} data-stamp="pass" aria-hidden="true">
      {t('lander.swipeNo')}
    </span>
  </article>
)

/** The card under all the others. */
const EndCard = ({ choices, again }: { choices: readonly SwipeChoice[]; again: () => void }) => {
  const count = choices.filter((choice) => choice === 'like').length
  const over = choices.length === CARDS.length
  return (
    <div className={classes(styles['card'], styles['end'])} role="status">
      {over ? (
        <>
          <p className={styles['count']}>{count === 0 ? t('lander.swipeNone') : t('lander.swipeDone', { count })}</p>
          <Button kind="quiet" small icon="undo" onClick={again}>
            {t('lander.swipeAgain')}
          </Button>
        </>
      ) : null}
    </div>
  )
}
