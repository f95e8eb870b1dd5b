import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { now } from '../../ports/clock.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { isOnline } from '../../state/presence.ts'
import { useResource } from '../../state/resource.ts'
import { ProfileCard } from '../../ui/profile-card.tsx'
import { CardSkeleton } from '../../ui/skeleton.tsx'
import styles from './index.module.css'

const SHOWN = 10

/** People who were online lately. If visitors may not search, nothing is shown. */
export const PeopleNearby = () => {
  useSignals()
  const { data, error } = useResource('members.search', { query: {} })
  if (error && data === null) return null
  if (data?.results.length === 0) return null
  return (
    <section className={styles['people']}>
      <div className={styles['head']}>
        <h2>{t('index.people')}</h2>
        <Link href={href('members')} className="small">
          {t('index.seeMore')}
        </Link>
      </div>
      <ul className={styles['strip']}>
        {data === null
          ? [1, 2, 3, 4, 5, 6].map((place) => (
              <li key={place}>
                <CardSkeleton />
              </li>
            ))
          : data.results.slice(0, SHOWN).map((person) => (
              <li key={person.id}>
                <ProfileCard
                  profile={person}
                  href={href('members-id', { id: person.id })}
                  online={isOnline(person, now())}
                />
              </li>
            ))}
      </ul>
    </section>
  )
}
