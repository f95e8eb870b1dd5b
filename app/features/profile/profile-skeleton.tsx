import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { BackButton } from './back-button.tsx'
import styles from './profile.module.css'

export const ProfileSkeleton = ({ from }: { from: 'members' | 'likes' }) => (
  <div className={styles['profile']}>
    <Loading />
    <div className={styles['lead']}>
      <Skeleton height="100%" className={styles['leadPhoto']} />
      <div className={styles['over']}>
        <BackButton to={from} />
      </div>
    </div>
    <div className={styles['sheet']}>
      <Skeleton width="60%" height={32} />
      <Skeleton width="45%" />
      <Skeleton height={52} />
      <Skeleton height={72} />
    </div>
  </div>
)
