/** A train at dusk: two seats face each other at the window, and the town passes by outside. */
import { LanderFrame, type LanderProps } from './lander-frame.tsx'
import styles from './lander-train.module.css'
import { MovingScene } from './moving-scene.tsx'
import kofi from './portraits/lander-kofi.svg'
import noor from './portraits/lander-noor.svg'

export const TrainLander = ({ slug }: LanderProps) => <LanderFrame lander="video" slug={slug} art={<Compartment />} />

const Compartment = () => (
  <MovingScene className={styles['train']}>
    <svg viewBox="0 0 640 560" aria-hidden="true">
      <defs>
        <clipPath id="train-window">
          <rect x="56" y="46" width="528" height="306" rx="56" />
        </clipPath>
        <clipPath id="train-a">
          <rect x="86" y="196" width="158" height="252" rx="79" />
        </clipPath>
        <clipPath id="train-b">
          <rect x="396" y="196" width="158" height="252" rx="79" />
        </clipPath>
        <linearGradient id="train-sky" x2="0" y2="1">
          <stop stopColor="#8c67b5" />
          <stop offset="0.5" stopColor="#ef9c95" />
          <stop offset="1" stopColor="#f6b184" />
        </linearGradient>
      </defs>
      <rect className={styles['wall']} width="640" height="560" rx="32" />
      <path className={styles['panel']} d="M0 386h640v142a32 32 0 0 1-32 32H32a32 32 0 0 1-32-32z" />
      <g clipPath="url(#train-window)">
        <path d="M40 30h560v340H40z" fill="url(#train-sky)" />
        <circle className={styles['sun']} cx="392" cy="216" r="52" />
        <g className={styles['far']}>
          <Hills />
          <Hills x={1280} />
        </g>
        <g className={styles['middle']}>
          <Town />
          <Town x={1280} />
        </g>
        <g className={styles['near']}>
          <Poles />
          <Poles x={1280} />
        </g>
        <path className={styles['shine']} d="M180 30h70L110 370H40zM290 30h24L174 370h-24z" />
      </g>
      <rect className={styles['sash']} x="56" y="46" width="528" height="306" rx="56" />
      <path className={styles['rack']} d="M30 22h580M90 22v12M550 22v12" />
      <g className={styles['rocking']}>
        <rect className={styles['back']} x="26" y="216" width="150" height="344" rx="60" />
        <rect className={styles['back']} x="464" y="216" width="150" height="344" rx="60" />
        <g clipPath="url(#train-a)">
          <image href={noor} x="30" y="172" width="256" height="320" />
        </g>
        <g clipPath="url(#train-b)">
          <image href={kofi} x="14" y="172" width="256" height="320" transform="translate(624 0) scale(-1 1)" />
        </g>
        <path
          className={styles['cushion']}
          d="M20 452h196a26 26 0 0 1 26 26v82H52a32 32 0 0 1-32-32zM620 452H424a26 26 0 0 0-26 26v82h190a32 32 0 0 0 32-32z"
        />
      </g>
      <path className={styles['leg']} d="M314 424h12v136h-12z" />
      <rect className={styles['table']} x="256" y="414" width="128" height="14" rx="7" />
      <path
        className={styles['cup']}
        d="M276 386h28v16a12 12 0 0 1-12 12h-4a12 12 0 0 1-12-12zM336 386h28v16a12 12 0 0 1-12 12h-4a12 12 0 0 1-12-12z"
      />
      <path className={styles['steam']} d="M286 378q-6-9 0-18M354 378q6-9 0-18" />
    </svg>
  </MovingScene>
)

type Strip = { /** The left edge of the strip: two strips follow each other. */ x?: number }

const Hills = ({ x = 0 }: Strip) => (
  <path className={styles['hills']} d={`M${x} 262q110-70 220-20t210-14 190 18 240-42 220 46 200 12v120H${x}z`} />
)

const Town = ({ x = 0 }: Strip) => (
  <g transform={`translate(${x} 0)`}>
    <path
      className={styles['town']}
      d="M0 380V300h70v-40h66v54h60l40-36 40 36v-8h80v-66l16-34 16 34v66h110v-34h84v44h60v-70h92v60h60l46-38 46 38h40v-28h80v-40h64v62h70v-30l34-28 34 28v50h72v60z"
    />
    <path
      className={styles['lit']}
      d="M84 276h10v14H84zM110 276h10v14h-10zM226 296h14v14h-14zM330 320h12v14h-12zM520 290h12v14h-12zM548 290h12v14h-12zM668 264h12v16h-12zM698 264h12v16h-12zM668 296h12v16h-12zM840 300h14v14h-14zM1000 282h12v14h-12zM1100 296h12v14h-12zM1222 304h12v14h-12z"
    />
  </g>
)

const Poles = ({ x = 0 }: Strip) => (
  <path
    className={styles['poles']}
    d={`M${x + 160} 380V120M${x + 130} 146h60M${x + 800} 380V120M${x + 770} 146h60M${x} 150q160 50 320 24t480-28 320 28 160-24`}
  />
)
