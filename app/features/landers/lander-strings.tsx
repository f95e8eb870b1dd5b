/** Two seats apart, joined by a loose thread through a button on either side. */
import arjun from './portraits/lander-arjun.svg'
import maeve from './portraits/lander-maeve.svg'
import { LanderFrame, type LanderProps } from './lander-frame.tsx'
import styles from './lander-strings.module.css'

export const StringsLander = ({ slug }: LanderProps) => (
  <LanderFrame lander="whoneedsstrings" slug={slug} art={<Thread />} />
)

const SEAT = { width: 190, height: 380, rx: 95 }

const Thread = () => (
  <svg className={styles['scene']} viewBox="0 0 640 560" aria-hidden="true">
    <defs>
      <clipPath id="strings-a">
        <rect x="52" y="70" {...SEAT} />
      </clipPath>
      <clipPath id="strings-b">
        <rect x="398" y="70" {...SEAT} />
      </clipPath>
      <radialGradient id="strings-glow">
        <stop stopColor="#f6a15b" stopOpacity="0.5" />
        <stop offset="1" stopColor="#f6a15b" stopOpacity="0" />
      </radialGradient>
    </defs>
    <ellipse cx="320" cy="270" rx="310" ry="250" fill="url(#strings-glow)" />
    <path className={styles['behind']} d="M168 404C40 520 130 556 210 520S292 372 344 330s92 30 60 92" />
    <g transform="rotate(9 147 450)">
      <g clipPath="url(#strings-a)">
        <image href={maeve} x="-20" y="62" width="320" height="400" transform="rotate(-9 147 260)" />
      </g>
    </g>
    <g transform="rotate(-9 493 450)">
      <g clipPath="url(#strings-b)">
        <g transform="rotate(9 493 260) translate(986 0) scale(-1 1)">
          <image href={arjun} x="328" y="62" width="320" height="400" />
        </g>
      </g>
    </g>
    <path
      className={styles['thread']}
      pathLength="1"
      d="M168 404C40 520 130 556 210 520S292 372 344 330s92 30 60 92-104 92-122 34 40-78 92-30 70 64 106-20"
    />
    <Button x={168} y={404} colour="wine" />
    <Button x={480} y={406} colour="plum" />
  </svg>
)

const Button = ({ x, y, colour }: { x: number; y: number; colour: 'wine' | 'plum' }) => (
  <g transform={`translate(${x} ${y})`}>
    <circle className={styles[colour]} r="27" />
    <circle className={styles['rim']} r="19" />
    <path className={styles['holes']} d="M-6-6h.1M6-6h.1M-6 6h.1M6 6h.1" />
    <path className={styles['stitch']} d="M-6-6L6 6M6-6L-6 6" />
  </g>
)
