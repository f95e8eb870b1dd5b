/** The placeholder of the game while the first cards load. */
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import styles from './swipe-game.module.css'

export const DeckSkeleton = () => (
  <div className={styles['game']}>
    <Loading />
    <div className={styles['deck']}>
      <Skeleton className={styles['cardSkeleton']} height="100%" width="100%" />
    </div>
    <div className={styles['keys']}>
      {[50, 64, 66, 52].map((size) => (
        <Skeleton key={size} round width={size} height={size} />
      ))}
    </div>
  </div>
)
