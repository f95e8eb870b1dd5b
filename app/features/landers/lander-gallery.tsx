/** A wall of frames of all shapes under a warm lamp. The frame in the middle is empty. */
import { t } from '../../state/i18n.ts'
import { classes } from '../../ui/classes.ts'
import aoife from './portraits/lander-aoife.svg'
import eamon from './portraits/lander-eamon.svg'
import grace from './portraits/lander-grace.svg'
import helen from './portraits/lander-helen.svg'
import noor from './portraits/lander-noor.svg'
import priya from './portraits/lander-priya.svg'
import styles from './lander-gallery.module.css'
import { LanderFrame, type LanderProps } from './lander-frame.tsx'

export const GalleryLander = ({ slug }: LanderProps) => (
  <LanderFrame lander="gallery" slug={slug} art={<Wall />} words="after" />
)

/** Drawn people, in the order of their frames: the style sheet defines shape and place. */
const HUNG = [grace, helen, priya, eamon, noor, aoife]

const Wall = () => (
  <div className={styles['wall']}>
    <div className={styles['lamp']} />
    {HUNG.map((portrait) => (
      <div key={portrait} className={styles['frame']}>
        <img src={portrait} alt="" decoding="async" />
      </div>
    ))}
    <div className={classes(styles['frame'], styles['sea'])}>
      <Sea />
    </div>
    <div className={classes(styles['frame'], styles['empty'])}>
      <svg viewBox="0 0 100 136" aria-hidden="true">
        <path d="M50 28a17 17 0 1 1 0 34 17 17 0 0 1 0-34zM16 116c2-26 16-40 34-40s32 14 34 40" />
      </svg>
      <span>{t('lander.you')}</span>
    </div>
  </div>
)

const Sea = () => (
  <svg viewBox="0 0 120 80" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <path className={styles['sky']} d="M0 0h120v80H0z" />
    <circle className={styles['sun']} cx="78" cy="44" r="17" />
    <path className={styles['water']} d="M0 44h120v36H0z" />
    <path className={styles['glint']} d="M62 52h32M68 60h20M73 68h10" />
    <path className={styles['sail']} d="M30 46V22l14 24zM27 46V30L18 46z" />
    <path className={styles['hull']} d="M14 49h34l-6 7H20z" />
  </svg>
)
