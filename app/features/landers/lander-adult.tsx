/** An evening street and a door ajar; its house number is the minimum age. */
import { useSignals } from '@preact/signals-react/runtime'
import { likelySettings } from '../../state/site.ts'
import { LanderFrame, type LanderProps } from './lander-frame.tsx'
import styles from './lander-adult.module.css'

export const AdultLander = ({ slug }: LanderProps) => (
  <LanderFrame lander="adultonly" slug={slug} art={<Door />} words="on" night />
)

const Door = () => {
  useSignals()
  return (
    <svg className={styles['street']} viewBox="0 0 1200 800" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <defs>
        <linearGradient id="adult-room" x2="0" y2="1">
          <stop stopColor="#f6a15b" />
          <stop offset="0.5" stopColor="#ffe3b8" />
          <stop offset="1" stopColor="#f6a15b" />
        </linearGradient>
        <radialGradient id="adult-glow">
          <stop stopColor="#f6a15b" stopOpacity="0.6" />
          <stop offset="0.5" stopColor="#d1344a" stopOpacity="0.18" />
          <stop offset="1" stopColor="#d1344a" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="adult-spill" x2="0" y2="1">
          <stop stopColor="#f6a15b" stopOpacity="0.75" />
          <stop offset="1" stopColor="#f6a15b" stopOpacity="0" />
        </linearGradient>
        <clipPath id="adult-arch">
          <path d="M500 470V222a90 90 0 0 1 180 0v248z" />
        </clipPath>
      </defs>
      <path className={styles['wall']} d="M-1000-200h3200v612h-3200z" />
      <path
        className={styles['bricks']}
        d="M420 60h46M360 130h46M800 96h46M880 170h46M760 400h46M860 330h46M390 330h46M330 250h46M930 60h46M980 280h46M240 120h46M1060 400h46"
      />
      <path className={styles['paving']} d="M-1000 410h3200v600h-3200z" />
      <g transform="translate(58 -14) scale(0.9)">
        <circle cx="590" cy="300" r="330" fill="url(#adult-glow)" />
        <path className={styles['frame']} d="M482 472V222a108 108 0 0 1 216 0v250z" />
        <g clipPath="url(#adult-arch)">
          <path d="M500 130h180v340H500z" fill="url(#adult-room)" />
          <path className={styles['carpet']} d="M500 430h180v40H500z" />
          <g>
            <rect
              className={styles['right']}
              x="620"
              y="280"
              width="42"
              height="146"
              rx="21"
              transform="rotate(22 636 420)"
            />
            <rect
              className={styles['left']}
              x="610"
              y="280"
              width="42"
              height="146"
              rx="21"
              transform="rotate(-22 636 420)"
            />
          </g>
          <g className={styles['leaf']}>
            <path className={styles['wood']} d="M500 100l84 34v354l-84-18z" />
            <path className={styles['fields']} d="M514 190l54 12v94l-54-6zM514 314l54 6v112l-54-10z" />
            <circle className={styles['knob']} cx="574" cy="308" r="6" />
          </g>
        </g>
        <path className={styles['spill']} d="M540 472h140l110 180H470z" fill="url(#adult-spill)" />
        <path className={styles['step']} d="M470 470h240v14H470z" />
        <g className={styles['lantern']}>
          <path d="M586 46h8v22h-8zM572 68h36l-6 36h-24z" />
          <path className={styles['flame']} d="M578 74h24l-4 26h-16z" />
        </g>
        <g className={styles['plate']}>
          <rect x="716" y="226" width="72" height="54" rx="14" />
          <text x="752" y="264">
            {likelySettings.value.min_age}+
          </text>
        </g>
        <path className={styles['pot']} d="M424 432h44l-6 40h-32z" />
        <path
          className={styles['plant']}
          d="M446 432c-34-20-34-56-22-80 16 16 22 36 22 56 0-28 6-56 24-76 12 30 6 74-24 100z"
        />
      </g>
    </svg>
  )
}
