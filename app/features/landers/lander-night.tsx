/** A house at night. Most windows are dark; then one lights up and shows two seats. */
import { LanderFrame, type LanderProps } from './lander-frame.tsx'
import styles from './lander-night.module.css'

export const NightLander = ({ slug }: LanderProps) => (
  <LanderFrame lander="alonetonight" slug={slug} art={<House />} words="on" night />
)

const COLUMNS = [434, 524, 614, 704] as const
const ROWS = [150, 270, 390] as const
/** Windows with a light behind the curtain. */
const DIM = new Set(['434 150', '704 270', '524 390'])
/** The window that lights up. */
const LIT = '614 150'

const House = () => (
  <svg className={styles['night']} viewBox="0 0 1200 800" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
    <defs>
      <radialGradient id="night-lamp">
        <stop stopColor="#f6a15b" stopOpacity="0.75" />
        <stop offset="0.45" stopColor="#d1344a" stopOpacity="0.22" />
        <stop offset="1" stopColor="#d1344a" stopOpacity="0" />
      </radialGradient>
      <radialGradient id="night-room" cy="0.3">
        <stop stopColor="#ffe9c4" />
        <stop offset="1" stopColor="#f6a15b" />
      </radialGradient>
    </defs>
    <g className={styles['stars']}>
      {STARS.map(([x, y, r]) => (
        <circle key={x} cx={x} cy={y} r={r} />
      ))}
    </g>
    <path className={styles['moon']} d="M500 92a36 36 0 1 1-30-56 30 30 0 0 0 30 56z" />
    <path
      className={styles['far']}
      d="M-800 800V330h120v-60h90v90h70V240h110v110h80v-60h130v40h60V220l60-40 60 40v110h70v-60h110v90h60V800zM860 800V300h80v-80l70-40 70 40v120h90v-60h120v100h90V260h110v90h120v-70h110V800z"
    />
    <g transform="translate(108 84) scale(0.82)">
      <path className={styles['roof']} d="M386 110l50-66h328l50 66z" />
      <path className={styles['chimney']} d="M690 50V6h34v44z" />
      <g className={styles['smoke']}>
        <circle cx="707" cy="-8" r="9" />
        <circle cx="716" cy="-28" r="12" />
        <circle cx="730" cy="-52" r="15" />
      </g>
      <path className={styles['wall']} d="M400 108h400v692H400z" />
      <path className={styles['ledge']} d="M386 104h428v10H386zM400 246h400v6H400zM400 366h400v6H400z" />
      <circle className={styles['halo']} cx="641" cy="190" r="230" fill="url(#night-lamp)" />
      {ROWS.flatMap((y) =>
        COLUMNS.map((x) => {
          const key = `${x} ${y}`
          return key === LIT ? (
            <LitWindow key={key} x={x} y={y} />
          ) : (
            <path key={key} className={styles[DIM.has(key) ? 'dim' : 'dark']} d={arch(x, y)} />
          )
        }),
      )}
    </g>
    <path className={styles['street']} d="M-800 560h2800v400H-800z" />
    <g className={styles['lantern']}>
      <circle cx="352" cy="330" r="120" fill="url(#night-lamp)" />
      <path d="M348 340h8v240h-8z" />
      <path d="M338 308h28l-5 34h-18z" className={styles['flame']} />
    </g>
    <path
      className={styles['cat']}
      d="M776 560c-2-22 6-36 2-50l9 8h10l9-8c2 10 0 18-4 22 8 8 10 18 10 28 8-2 10-12 16-12 5 0 6 6 2 10-6 6-18 8-24 2z"
    />
  </svg>
)

const STARS = [
  [180, 60, 2],
  [330, 150, 1.6],
  [520, 20, 2],
  [600, -20, 1.6],
  [860, 60, 2.2],
  [980, 120, 1.6],
  [1090, 40, 2],
  [40, 150, 1.6],
  [-140, 80, 2],
  [1240, 150, 1.8],
  [905, 190, 1.4],
  [350, 40, 1.6],
] as const

/** A window has the shape of a seat: round above, straight below. */
const arch = (x: number, y: number): string => `M${x} ${y + 84}v-54a27 27 0 0 1 54 0v54z`

const LitWindow = ({ x, y }: { x: number; y: number }) => (
  <g className={styles['lit']}>
    <path d={arch(x, y)} fill="url(#night-room)" />
    <g transform={`translate(${x + 27} ${y + 80})`}>
      <rect className={styles['seatB']} x="-7" y="-42" width="14" height="44" rx="7" transform="rotate(24)" />
      <rect className={styles['seatA']} x="-7" y="-42" width="14" height="44" rx="7" transform="rotate(-24)" />
    </g>
    <path className={styles['sill']} d={`M${x - 6} ${y + 84}h66v7h-66z`} />
  </g>
)
