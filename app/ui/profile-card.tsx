/** A profile in a list: the portrait with the name under it, never over a face. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ProfileCard as ProfileCardData } from '#contract/entities/profile.ts'
import { t } from '../state/i18n.ts'
import { classes } from './classes.ts'
import { FictionalMark, NewMark, OnlineDot } from './marks.tsx'
import { Photo } from './photo.tsx'
import styles from './profile-card.module.css'
import { CardSkeleton, Loading } from './skeleton.tsx'

type Props = {
  profile: ProfileCardData
  href: string
  /** The line under the name; a fictional profile shows "chat only" instead. */
  line?: string
  isNew?: boolean
  online?: boolean
  eager?: boolean
  /** The like button on the photo's top right corner. */
  corner?: ReactNode
  className?: string | undefined
}

export const ProfileCard = ({ profile, href, line, isNew, online, eager, corner, className }: Props) => (
  <article className={classes(styles['card'], className)}>
    <Link transition href={href} className={styles['link']}>
      <Photo image={profile.main_image} name={profile.name} eager={eager ?? false}>
        {isNew ? <NewMark className={styles['new']} /> : null}
        {profile.fictional ? <FictionalMark className={styles['fictional']} /> : null}
      </Photo>
      <span className={styles['caption']}>
        <span className={styles['name']}>
          <span>{t('ui.nameAge', { name: profile.name, age: profile.age })}</span>
          {online ? <OnlineDot /> : null}
        </span>
        <span className="small muted" style={{ display: 'block' }}>
          {profile.fictional ? t('ui.chatOnly') : (line ?? profile.city)}
        </span>
      </span>
    </Link>
    {corner ? <div className={styles['corner']}>{corner}</div> : null}
  </article>
)

type GridProps = {
  children: ReactNode
  label: string
  busy?: boolean
  /** Cards have their true height only once they have been near the view: not for a list whose scroll position is restored. */
  lazy?: boolean
}

export const CardGrid = ({ children, label, busy = false, lazy = false }: GridProps) => (
  <ul className={classes(styles['grid'], lazy && styles['lazy'])} aria-label={label} aria-busy={busy}>
    {children}
  </ul>
)

/** A grid of cards that are loading. A screen reader would count its items, which have no words. */
export const CardSkeletons = ({ count }: { count: number }) => (
  <>
    <Loading />
    <ul className={styles['grid']} aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        <li key={place}>
          <CardSkeleton />
        </li>
      ))}
    </ul>
  </>
)
