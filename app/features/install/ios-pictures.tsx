/**
 * Drawings of the elements to find on an iPhone. Symbol, line and button look like the system's; everything around them
 * is only hinted at.
 */
import type { ReactNode } from 'react'
import { Mark } from '../../ui/brand.tsx'
import styles from './install.module.css'

const Picture = ({ children }: { children: ReactNode }) => (
  <svg className={styles['picture']} viewBox="0 0 288 104" aria-hidden="true">
    {children}
  </svg>
)

/** A bar for text that does not matter. */
const Vague = ({ x, y, width }: { x: number; y: number; width: number }) => (
  <rect x={x} y={y} width={width} height="8" rx="4" className={styles['vague']} />
)

/** The bottom of a phone with the browser's bar: the symbol is in the middle. */
export const SharePicture = () => (
  <Picture>
    <path d="M24 0V76a20 20 0 0 0 20 20H244a20 20 0 0 0 20-20V0" className={styles['sheet']} />
    <Vague x={48} y={6} width={192} />
    <Vague x={48} y={22} width={132} />
    <path d="M25 42H263" className={styles['hairline']} />
    <path d="M56 60l-7 8 7 8M98 60l7 8-7 8" className={styles['outline']} />
    <circle cx="144" cy="68" r="22" className={styles['halo']} />
    <path d="M144 74V55M137.5 61.5L144 55l6.5 6.5" className={styles['symbol']} />
    <path
      d="M139 66h-2a3 3 0 0 0-3 3v9a3 3 0 0 0 3 3h14a3 3 0 0 0 3-3v-9a3 3 0 0 0-3-3h-2"
      className={styles['symbol']}
    />
    <path
      d="M193 61c-3-2-7-2-10-1v15c3-1 7-1 10 1c3-2 7-2 10-1V60c-3-1-7-1-10 1zM193 61v15"
      className={styles['outline']}
    />
    <path d="M229 64h12v12h-12zM233 60h12v12" className={styles['outline']} />
  </Picture>
)

/** The sheet that opens, with the one line to tap. */
export const ChoosePicture = ({ choice }: { choice: string }) => (
  <Picture>
    <rect x="1" y="1" width="286" height="102" rx="16" className={styles['sheet']} />
    <Vague x={20} y={14} width={128} />
    <path d="M249 11h14v14h-14z" className={styles['outline']} />
    <rect x="8" y="34" width="272" height="36" rx="10" className={styles['halo']} />
    <text x="20" y="57" className={styles['words']}>
      {choice}
    </text>
    <path
      d="M248 44h14a3 3 0 0 1 3 3v11a3 3 0 0 1-3 3h-14a3 3 0 0 1-3-3v-11a3 3 0 0 1 3-3zM255 48v9M250.5 52.5h9"
      className={styles['symbol']}
    />
    <Vague x={20} y={82} width={96} />
    <path d="M249 79h14v14h-14z" className={styles['outline']} />
  </Picture>
)

/** The final question: the button is at the top, the app's icon and name are below. */
export const AddPicture = ({ choice, name }: { choice: string; name: string }) => (
  <Picture>
    <rect x="1" y="1" width="286" height="102" rx="16" className={styles['sheet']} />
    <Vague x={20} y={20} width={56} />
    <rect x="180" y="8" width="100" height="32" rx="16" className={styles['halo']} />
    <text x="230" y="29" textAnchor="middle" className={styles['choice']}>
      {choice}
    </text>
    <path d="M1 48H287" className={styles['hairline']} />
    <rect x="20" y="57" width="38" height="38" rx="9" className={styles['icon']} />
    <g transform="translate(26 64)">
      <Mark size={26} />
    </g>
    <text x="72" y="81" className={styles['words']}>
      {name}
    </text>
  </Picture>
)
