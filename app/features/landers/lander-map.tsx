/** A city from above: its lights turn on one after another, and a path connects two of them. */
import { LanderFrame, type LanderProps } from './lander-frame.tsx'
import styles from './lander-map.module.css'

export const MapLander = ({ slug }: LanderProps) => (
  <LanderFrame lander="maplanding" slug={slug} art={<City />} words="on" />
)

/** Streets of the old quarter in a slightly rotated grid: [position, width]. */
const AVENUES = [
  [-160, 10],
  [-60, 22],
  [60, 10],
  [150, 10],
  [260, 30],
  [370, 10],
  [460, 10],
  [570, 22],
  [690, 10],
  [800, 10],
  [910, 22],
] as const
const STREETS = [
  [-420, 10],
  [-300, 22],
  [-170, 10],
  [-40, 10],
  [90, 22],
  [200, 10],
  [330, 10],
  [440, 30],
  [560, 10],
  [680, 10],
  [790, 22],
  [900, 10],
  [1020, 10],
  [1150, 22],
  [1280, 10],
  [1400, 10],
] as const

/** Squares and courts of other colours: [x, y, width, height, colour]. */
const BLOCKS = [
  [96, 66, 98, 78, 'a'],
  [336, 156, 96, 96, 'b'],
  [566, 66, 108, 78, 'c'],
  [458, 376, 96, 78, 'a'],
  [684, 276, 100, 88, 'b'],
  [796, 156, 98, 96, 'c'],
  [906, 376, 108, 78, 'a'],
  [206, 466, 118, 96, 'c'],
  [1026, 66, 118, 78, 'b'],
  [566, 582, 108, 102, 'b'],
  [796, 582, 98, 102, 'a'],
  [-34, 276, 118, 88, 'b'],
] as const

/** Lights of people at home: [x, y, size]. */
const LIGHTS = [
  [505, 110, 5],
  [735, 215, 6],
  [625, 415, 5],
  [430, 300, 5],
  [845, 110, 6],
  [560, 240, 4],
  [690, 130, 4],
  [780, 420, 5],
  [960, 300, 6],
  [1060, 180, 5],
  [930, 520, 5],
  [1120, 430, 6],
  [620, 60, 4],
  [350, 160, 5],
  [840, 330, 4],
  [1010, 610, 5],
] as const

const City = () => (
  <svg className={styles['city']} viewBox="0 0 1200 800" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
    <defs>
      <radialGradient id="map-glow">
        <stop stopColor="#f6a15b" stopOpacity="0.95" />
        <stop offset="0.3" stopColor="#f6a15b" stopOpacity="0.4" />
        <stop offset="1" stopColor="#f6a15b" stopOpacity="0" />
      </radialGradient>
    </defs>
    <path className={styles['ground']} d="M-2000-2000h5200v4800h-5200z" />
    <g transform="rotate(-13 600 300)">
      {BLOCKS.map(([x, y, width, height, colour]) => (
        <rect key={`${x} ${y}`} className={styles[colour]} {...{ x, y, width, height }} rx="10" />
      ))}
      <ellipse className={styles['park']} cx="1000" cy="240" rx="104" ry="92" />
      <ellipse className={styles['park']} cx="390" cy="420" rx="60" ry="44" />
      {AVENUES.map(([y, width]) => (
        <path key={y} className={styles['street']} d={`M-700 ${y}H1900`} strokeWidth={width} />
      ))}
      {STREETS.map(([x, width]) => (
        <path key={x} className={styles['street']} d={`M${x} -500V1300`} strokeWidth={width} />
      ))}
      <path className={styles['street']} d="M-700 900C100 720 420 640 760 40S1300 -260 1900 -300" strokeWidth="26" />
    </g>
    <path className={styles['river']} d="M-500 640C-100 520 200 700 480 560s300-160 560-60 420 60 760-60" />
    <path className={styles['street']} d="M560 460l44 150M930 420l-30 170" strokeWidth="20" />
    <g className={styles['lights']}>
      {LIGHTS.map(([x, y, size]) => (
        <g key={`${x} ${y}`}>
          <circle cx={x} cy={y} r={size * 7} fill="url(#map-glow)" />
          <circle cx={x} cy={y} r={size} className={styles['lamp']} />
        </g>
      ))}
    </g>
    <path className={styles['way']} d="M546 318L637 297L614 197L716 174" pathLength="1" />
    <Pin x={546} y={318} first="coral" second="lamp" />
    <Pin x={716} y={174} first="plum" second="rose" />
  </svg>
)

type PinProps = { x: number; y: number; first: string; second: string }

/** Two seats that meet at the foot form a pin. */
const Pin = ({ x, y, first, second }: PinProps) => {
  const seat = { x: x - 15, y: y - 78, width: 30, height: 82, rx: 15 }
  return (
    <g className={styles['pin']}>
      <ellipse className={styles['shadow']} cx={x} cy={y + 4} rx="20" ry="6" />
      <rect className={styles[second]} {...seat} transform={`rotate(27 ${x} ${y - 12})`} />
      <rect className={styles[first]} {...seat} transform={`rotate(-27 ${x} ${y - 12})`} />
      <circle className={styles['heart']} cx={x} cy={y - 12} r="8" />
    </g>
  )
}
