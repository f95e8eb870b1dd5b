/** Breakfast, bench, sunset, midnight: the scene changes from one to the next, the two seats stay. */
import { LanderFrame, type LanderProps } from './lander-frame.tsx'
import styles from './lander-hours.module.css'
import { MovingScene } from './moving-scene.tsx'

export const HoursLander = ({ slug }: LanderProps) => (
  <LanderFrame lander="transitionsvideolanding" slug={slug} art={<Day />} words="on" />
)

const Day = () => (
  <MovingScene className={styles['day']}>
    <svg viewBox="0 56 1200 800" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <defs>
        <linearGradient id="hours-sunset" x2="0" y2="1">
          <stop stopColor="#c4abe4" />
          <stop offset="0.55" stopColor="#f6c1ba" />
          <stop offset="1" stopColor="#f6b184" />
        </linearGradient>
        <radialGradient id="hours-candle">
          <stop stopColor="#f6a15b" stopOpacity="0.85" />
          <stop offset="1" stopColor="#d1344a" stopOpacity="0" />
        </radialGradient>
        <clipPath id="hours-sea">
          <path d="M-1000-200h3200v560h-3200z" />
        </clipPath>
      </defs>
      <Breakfast />
      <Bench />
      <Sunset />
      <Midnight />
      <g>
        <ellipse className={styles['shadow']} cx="600" cy="438" rx="150" ry="14" />
        <rect
          className={styles['right']}
          x="620"
          y="212"
          width="96"
          height="226"
          rx="48"
          transform="rotate(11 668 430)"
        />
        <rect
          className={styles['left']}
          x="484"
          y="212"
          width="96"
          height="226"
          rx="48"
          transform="rotate(-11 532 430)"
        />
      </g>
      <g className={styles['front']}>
        <path className={styles['leg']} d="M596 400h8v62h-8zM570 458h60v7h-60z" />
        <ellipse className={styles['table']} cx="600" cy="398" rx="62" ry="13" />
      </g>
      <g className={styles['cups']}>
        <path
          className={styles['cup']}
          d="M566 374h24v14a10 10 0 0 1-10 10h-4a10 10 0 0 1-10-10zM612 376h24v12a10 10 0 0 1-10 10h-4a10 10 0 0 1-10-10z"
        />
        <path className={styles['steam']} d="M575 366q-6-8 0-16M623 368q6-8 0-16" />
      </g>
      <g className={styles['candle']}>
        <circle cx="600" cy="350" r="150" fill="url(#hours-candle)" />
        <path className={styles['wax']} d="M594 364h12v34h-12z" />
        <path className={styles['flame']} d="M600 336q11 13 0 26-11-13 0-26z" />
      </g>
    </svg>
  </MovingScene>
)

const Breakfast = () => (
  <g>
    <path className={styles['butter']} d="M-1000-200h3200v1200h-3200z" />
    <circle className={styles['sun']} cx="690" cy="176" r="52" />
    <path className={styles['wall']} d="M-1000 60h1450v370h-1450z" />
    <path className={styles['pane']} d="M300 130h110v230H300zM100 130h150v230H100z" />
    <path
      className={styles['awning']}
      d="M-160 44h640v52a32 32 0 0 1-64 0 32 32 0 0 1-64 0 32 32 0 0 1-64 0 32 32 0 0 1-64 0 32 32 0 0 1-64 0 32 32 0 0 1-64 0 32 32 0 0 1-64 0 32 32 0 0 1-64 0 32 32 0 0 1-64 0 32 32 0 0 1-64 0z"
    />
    <path className={styles['clay']} d="M-1000 430h3200v600h-3200z" />
  </g>
)

const Bench = () => (
  <g className={styles['second']}>
    <path className={styles['noon']} d="M-1000-200h3200v1200h-3200z" />
    <path
      className={styles['cloud']}
      d="M420 130a26 26 0 0 1 42-18 32 32 0 0 1 58 6 22 22 0 0 1 4 44h-88a21 21 0 0 1-16-32zM890 90a20 20 0 0 1 34-14 25 25 0 0 1 45 5 17 17 0 0 1 3 34h-68a17 17 0 0 1-14-25z"
    />
    <path className={styles['hill']} d="M-1000 400q500-120 1000-40t900-30 1300 40v700h-3200z" />
    <path className={styles['trunk']} d="M800 300h22v134h-22z" />
    <path
      className={styles['crown']}
      d="M811 120a74 74 0 0 1 70 96 66 66 0 0 1-20 126H764a66 66 0 0 1-22-124 74 74 0 0 1 69-98z"
    />
    <path className={styles['lawn']} d="M-1000 426h3200v600h-3200z" />
    <path className={styles['planks']} d="M410 300h380M410 330h380M402 396h396" />
    <path className={styles['feet']} d="M440 290v150M760 290v150" />
  </g>
)

const Sunset = () => (
  <g className={styles['third']}>
    <path d="M-1000-200h3200v1200h-3200z" fill="url(#hours-sunset)" />
    <g clipPath="url(#hours-sea)">
      <circle className={styles['low']} cx="600" cy="330" r="150" />
    </g>
    <path className={styles['sea']} d="M-1000 360h3200v600h-3200z" />
    <path className={styles['glints']} d="M520 378h160M545 396h110M564 414h72" />
    <path className={styles['terrace']} d="M-1000 430h3200v600h-3200z" />
    <path className={styles['wire']} d="M-200 40Q180 180 420 70T800 80t600-40" />
    <path
      className={styles['bulbs']}
      d="M262 122h.1M340 100h.1M420 70h.1M500 62h.1M600 84h.1M700 98h.1M800 80h.1M900 56h.1M1000 46h.1"
    />
  </g>
)

const Midnight = () => (
  <g className={styles['fourth']}>
    <path className={styles['midnight']} d="M-1000-200h3200v1200h-3200z" />
    <path className={styles['moon']} d="M770 150a48 48 0 1 1-40-76 40 40 0 0 0 40 76z" />
    <path
      className={styles['stars']}
      d="M440 90h.1M500 40h.1M560 130h.1M640 70h.1M860 60h.1M900 180h.1M380 180h.1M300 80h.1M980 110h.1M1060 60h.1"
    />
    <path
      className={styles['roofs']}
      d="M-1000 430V330h300v-60h160v90h200v-70h180l60-50 60 50h120v60h400v-60h120v-70h160v90h160v-60h200v500z"
    />
    <path className={styles['street']} d="M-1000 430h3200v600h-3200z" />
  </g>
)
