/** Five evenings for two, drawn with few shapes; the two people are capsules, as in the mark. */
import type { ReactNode } from 'react'
import styles from './evening-picture.module.css'

export type Evening = 'drinks' | 'museum' | 'dance' | 'sea' | 'film'

export const EveningPicture = ({ evening }: { evening: Evening }) => (
  <svg className={styles['picture']} viewBox="0 0 240 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    {PICTURES[evening]}
  </svg>
)

/** A person: a capsule that leans. */
const One = ({ x, y, lean, colour }: { x: number; y: number; lean: number; colour: string }) => (
  <rect
    className={styles[colour]}
    x={x - 17}
    y={y - 92}
    width="34"
    height="96"
    rx="17"
    transform={`rotate(${lean} ${x} ${y})`}
  />
)

const Glass = ({ turn }: { turn: 1 | -1 }) => (
  <g transform={`translate(${turn === 1 ? 92 : 148} 206) scale(${turn} 1) rotate(12)`}>
    <path className={styles['lamp']} d="M-28-64h52l-6 34a22 22 0 0 1-40 0z" />
    <path className={styles['glass']} d="M-30-84h56l-8 54a21 21 0 0 1-40 0zM-2-14v46M-20 34h36" />
    <circle className={styles['orange']} cx="12" cy="-72" r="13" />
  </g>
)

const PICTURES: Record<Evening, ReactNode> = {
  drinks: (
    <>
      <path className={styles['peach']} d="M0 0h240v300H0z" />
      <circle className={styles['butter']} cx="120" cy="150" r="84" />
      <path className={styles['rose']} d="M0 190q60-26 120 0t120 0v110H0z" />
      <Glass turn={1} />
      <Glass turn={-1} />
      <path className={styles['spark']} d="M120 84v-20M98 92L86 76M142 92l12-16" />
    </>
  ),
  museum: (
    <>
      <path className={styles['lilac']} d="M0 0h240v300H0z" />
      <path className={styles['floor']} d="M0 226h240v74H0z" />
      <path className={styles['gold']} d="M56 34h128v116H56z" />
      <path className={styles['sky']} d="M66 44h108v96H66z" />
      <circle className={styles['coral']} cx="104" cy="86" r="24" />
      <path className={styles['butter']} d="M118 132l28-62 26 62z" />
      <One x={92} y={250} lean={-4} colour="plum" />
      <One x={140} y={250} lean={6} colour="green" />
    </>
  ),
  dance: (
    <>
      <path className={styles['dusk']} d="M0 0h240v300H0z" />
      <path className={styles['beam']} d="M120 46L20 300h84zM120 46l100 254h-62z" />
      <circle className={styles['sky']} cx="120" cy="52" r="27" />
      <path className={styles['facets']} d="M120 25v54M94 46h52M95 60h50M106 28q-10 24 0 48M134 28q10 24 0 48" />
      <One x={98} y={250} lean={-24} colour="coral" />
      <One x={142} y={250} lean={20} colour="lamp" />
      <path className={styles['swing']} d="M46 190q-14 24 0 48M194 186q16 26 0 52" />
    </>
  ),
  sea: (
    <>
      <path className={styles['sky']} d="M0 0h240v300H0z" />
      <path
        className={styles['cloud']}
        d="M24 74a18 18 0 0 1 30-12 22 22 0 0 1 40 4 15 15 0 0 1 4 30H36a14 14 0 0 1-12-22z"
      />
      <path className={styles['white']} d="M176 60h24l8 100h-40z" />
      <path className={styles['coral']} d="M174 84h28l2 22h-32zM171 128h34l2 22h-38zM172 44h32v16h-32z" />
      <path className={styles['deep']} d="M0 158q30-14 60 0t60 0 60 0 60 0v60H0z" />
      <path className={styles['foam']} d="M0 182q30-14 60 0t60 0 60 0 60 0M0 206q30-14 60 0t60 0 60 0 60 0" />
      <path className={styles['sand']} d="M0 226q120-24 240 0v74H0z" />
      <One x={86} y={256} lean={5} colour="wine" />
      <One x={126} y={256} lean={-5} colour="lamp" />
      <path className={styles['scarf']} d="M74 196h24l18 14M112 196h26" />
    </>
  ),
  film: (
    <>
      <path className={styles['night']} d="M0 0h240v300H0z" />
      <path className={styles['screen']} d="M48 30h144v82H48z" />
      <path className={styles['play']} d="M108 50l34 21-34 21z" />
      <path className={styles['beam']} d="M48 112L0 220v80h240v-80l-48-108z" />
      <One x={100} y={216} lean={6} colour="rose" />
      <One x={140} y={216} lean={-6} colour="lamp" />
      <path className={styles['sofa']} d="M30 300V206a18 18 0 0 1 36 0v16h108v-16a18 18 0 0 1 36 0v94z" />
      <path className={styles['bowl']} d="M97 216h46a23 23 0 0 1-46 0z" />
      <path className={styles['steam']} d="M112 208q-5-8 0-15M128 208q5-8 0-15" />
    </>
  ),
}
