/** Seats joined by lines: each line is a conversation. One seat is yours. */
import { t } from '../../state/i18n.ts'
import arjun from './portraits/lander-arjun.svg'
import eamon from './portraits/lander-eamon.svg'
import grace from './portraits/lander-grace.svg'
import maeve from './portraits/lander-maeve.svg'
import noor from './portraits/lander-noor.svg'
import priya from './portraits/lander-priya.svg'
import { LanderFrame, type LanderProps } from './lander-frame.tsx'
import styles from './lander-network.module.css'

export const NetworkLander = ({ slug }: LanderProps) => <LanderFrame lander="socialnetwork" slug={slug} art={<Net />} />

type Node = { id: string; x: number; y: number; size: number; portrait?: string; ground?: string }

const NODES: readonly Node[] = [
  { id: 'a', x: 110, y: 120, size: 62, portrait: grace },
  { id: 'b', x: 330, y: 88, size: 52, portrait: arjun },
  { id: 'c', x: 532, y: 138, size: 60, portrait: maeve },
  { id: 'd', x: 104, y: 402, size: 54, portrait: priya },
  { id: 'e', x: 324, y: 458, size: 58, portrait: eamon },
  { id: 'f', x: 542, y: 396, size: 60, portrait: noor },
  { id: 'g', x: 222, y: 24, size: 15, ground: 'sage' },
  { id: 'h', x: 606, y: 262, size: 17, ground: 'plum' },
  { id: 'i', x: 34, y: 262, size: 18, ground: 'coral' },
  { id: 'j', x: 214, y: 512, size: 14, ground: 'lamp' },
  { id: 'k', x: 438, y: 520, size: 16, ground: 'lilac' },
  { id: 'l', x: 436, y: 30, size: 14, ground: 'lamp' },
]

/** Slightly slack lines from seat to seat. */
const LINES = [
  'M110 120Q220 150 330 88',
  'M330 88Q430 60 532 138',
  'M532 138Q580 260 542 396',
  'M542 396Q440 400 324 458',
  'M324 458Q210 460 104 402',
  'M104 402Q60 260 110 120',
  'M110 120Q150 40 222 24',
  'M532 138Q600 190 606 262',
  'M104 402Q30 330 34 262',
  'M324 458Q260 510 214 512',
  'M324 458Q390 500 438 520',
  'M330 88Q390 50 436 30',
] as const

/** The lines to the seat in the middle. */
const YOURS = ['M320 270Q210 230 110 120', 'M320 270Q460 300 542 396', 'M320 270Q430 180 532 138'] as const

const Net = () => (
  <svg className={styles['net']} viewBox="0 0 640 548" aria-hidden="true">
    <defs>
      {NODES.map(({ id, x, y, size }) => (
        <clipPath key={id} id={`net-${id}`}>
          <rect x={x - size} y={y - size * 1.24} width={size * 2} height={size * 2.48} rx={size} />
        </clipPath>
      ))}
      <radialGradient id="net-glow">
        <stop stopColor="#f6a15b" stopOpacity="0.6" />
        <stop offset="1" stopColor="#f6a15b" stopOpacity="0" />
      </radialGradient>
    </defs>
    <circle cx="320" cy="270" r="220" fill="url(#net-glow)" />
    <g className={styles['lines']}>
      {LINES.map((d) => (
        <path key={d} d={d} pathLength="1" />
      ))}
    </g>
    <g className={styles['yours']}>
      {YOURS.map((d) => (
        <path key={d} d={d} pathLength="1" />
      ))}
    </g>
    {NODES.map((node) => (
      <Seat key={node.id} {...node} />
    ))}
    <g className={styles['you']}>
      <rect x="266" y="200" width="108" height="140" rx="54" />
      <text x="320" y="280">
        {t('lander.you')}
      </text>
    </g>
    <Bubble x={196} y={196} className="first" />
    <Bubble x={452} y={318} className="second" />
    <Bubble x={432} y={196} className="third" />
  </svg>
)

const Seat = ({ id, x, y, size, portrait, ground = 'sage' }: Node) => {
  const shape = { x: x - size, y: y - size * 1.24, width: size * 2, height: size * 2.48, rx: size }
  if (portrait === undefined) return <rect className={styles[ground]} {...shape} />
  const [wide, high] = [size * 2.7, size * 3.375]
  return (
    <g>
      <g clipPath={`url(#net-${id})`}>
        <image href={portrait} x={x - wide / 2} y={y - size * 1.5} width={wide} height={high} />
      </g>
      <rect className={styles['ring']} {...shape} />
    </g>
  )
}

const Bubble = ({ x, y, className }: { x: number; y: number; className: 'first' | 'second' | 'third' }) => (
  <g className={styles[className]}>
    <path
      className={styles['bubble']}
      transform={`translate(${x} ${y})`}
      d="M-24-18h48a10 10 0 0 1 10 10V8a10 10 0 0 1-10 10H-8l-12 11V18h-4a10 10 0 0 1-10-10V-8a10 10 0 0 1 10-10z"
    />
    <path className={styles['dots']} transform={`translate(${x} ${y})`} d="M-14 0h.1M0 0h.1M14 0h.1" />
  </g>
)
