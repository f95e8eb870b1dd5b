import type { User } from '#contract/entities/user.ts'
import { Balance, CostTable, OpensLater } from './costs.tsx'
import styles from './credits.module.css'

/** What one has and what it buys. Buying opens later, and the page says so instead of showing dead buttons. */
export const CreditsScreen = ({ me }: { me: User }) => (
  <div className={styles['screen']}>
    <Balance credits={me.credits} />
    <CostTable />
    <OpensLater />
  </div>
)
