/** Torn pieces of many things pasted into one picture: two faces in strips, a ticket, a note, a leaf, a cat. */
import type { ReactNode } from 'react'
import arjun from './portraits/lander-arjun.svg'
import grace from './portraits/lander-grace.svg'
import maeve from './portraits/lander-maeve.svg'
import { classes } from '../../ui/classes.ts'
import styles from './lander-collage.module.css'
import { LanderFrame, type LanderProps } from './lander-frame.tsx'

export const CollageLander = ({ slug }: LanderProps) => (
  <LanderFrame lander="collagelanding" slug={slug} art={<Pieces />} words="after" />
)

const Pieces = () => (
  <div className={styles['table']}>
    <Scrap name="map">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none">
        <path className={styles['sage']} d="M0 0h100v100H0z" />
        <path className={styles['roads']} d="M-5 30l60-14 50 30M20-5l14 60-20 50M-5 74l70-16 40 30M70-5l-8 110" />
      </svg>
    </Scrap>
    <Scrap name="sunset">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none">
        <path className={styles['peach']} d="M0 0h100v100H0z" />
        <path className={styles['butter']} d="M0 66h100v40H0z" />
        <circle className={styles['lamp']} cx="50" cy="60" r="24" />
      </svg>
    </Scrap>
    <Scrap name="top">
      <img src={grace} alt="" decoding="async" />
    </Scrap>
    <Scrap name="middle">
      <img src={arjun} alt="" decoding="async" />
    </Scrap>
    <Scrap name="bottom">
      <img src={maeve} alt="" decoding="async" />
    </Scrap>
    <Scrap name="note">
      <svg viewBox="0 0 120 120">
        <path className={styles['paper']} d="M0 0h120v120H0z" />
        <path className={styles['rules']} d="M0 28h120M0 46h120M0 64h120M0 82h120M0 100h120" />
        <path
          className={styles['hand']}
          d="M18 44c6-22 16-20 12 0s8 4 12-4 10 0 8 4 10 0 12-6 8 4 12 2M20 78c10-16 14 8 22-4s10 8 20-2 14 4 30-2"
        />
        <path className={styles['heart']} d="M84 30c-6-8-16 0-10 8l10 9 10-9c6-8-4-16-10-8z" />
      </svg>
    </Scrap>
    <svg className={classes(styles['piece'], styles['ticket'])} viewBox="0 0 150 76" aria-hidden="true">
      <path
        className={styles['plum']}
        d="M6 0h138a6 6 0 0 1 6 6v22a10 10 0 0 0 0 20v22a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V48a10 10 0 0 0 0-20V6a6 6 0 0 1 6-6z"
      />
      <path className={styles['stub']} d="M106 6v64" />
      <rect className={styles['coral']} x="38" y="16" width="15" height="44" rx="7.5" transform="rotate(-24 45 52)" />
      <rect className={styles['lamp']} x="55" y="16" width="15" height="44" rx="7.5" transform="rotate(24 63 52)" />
      <path className={styles['marks']} d="M120 20h16M120 32h16M120 44h10M120 56h16" />
    </svg>
    <svg className={classes(styles['piece'], styles['cat'])} viewBox="0 0 120 120" aria-hidden="true">
      <path
        className={styles['ink']}
        d="M28 112C14 84 24 62 30 54c-6-16-6-32-2-44 10 4 16 12 20 20q12-4 24 0c4-8 10-16 20-20 4 12 4 28-2 44 6 8 16 30 2 58z"
      />
      <path className={styles['eyes']} d="M44 56q6-8 12 0M66 56q6-8 12 0" />
      <path className={styles['nose']} d="M57 68h8l-4 5z" />
    </svg>
    <svg className={classes(styles['piece'], styles['leaf'])} viewBox="0 0 100 140" aria-hidden="true">
      <path className={styles['deep']} d="M50 136C-4 96 6 30 56 4c34 44 38 94-6 132z" />
      <path
        className={styles['veins']}
        d="M50 140C44 96 46 60 56 14M48 96L24 76M47 74l26-24M47 108l28-22M48 58L34 44"
      />
    </svg>
    <span className={classes(styles['tape'], styles['tapeA'])} />
    <span className={classes(styles['tape'], styles['tapeB'])} />
  </div>
)

type ScrapName = 'map' | 'sunset' | 'top' | 'middle' | 'bottom' | 'note'

/** A torn piece: a white edge, and inside it the print, torn slightly differently. */
const Scrap = ({ name, children }: { name: ScrapName; children: ReactNode }) => (
  <div className={classes(styles['piece'], styles[name])} aria-hidden="true">
    <div className={styles['edge']}>
      <div className={styles['print']}>{children}</div>
    </div>
  </div>
)
