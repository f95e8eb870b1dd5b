/** An animated scene with a pause button [SHELL-19] (WCAG 2.2.2); under reduced motion it does not move. */
import { useState, type ReactNode } from 'react'
import { t } from '../../state/i18n.ts'
import { classes } from '../../ui/classes.ts'
import styles from './moving-scene.module.css'

/** @param className positions the scene: the button is in its upper corner */
export const MovingScene = ({ className, children }: { className: string | undefined; children: ReactNode }) => {
  const [paused, setPaused] = useState(false)
  return (
    <div className={classes(paused && styles['paused'], className)}>
      {children}
      <button
        type="button"
        className={styles['pause']}
        aria-label={t(paused ? 'lander.play' : 'lander.pause')}
        onClick={() => setPaused(!paused)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={paused ? 'M8 5l11 7-11 7z' : 'M8 5v14M16 5v14'} />
        </svg>
      </button>
    </div>
  )
}
