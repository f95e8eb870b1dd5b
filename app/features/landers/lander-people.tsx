/** Real members, if visitors may see them [SITE-13]; nothing while they load or if visitors may not. */
import { useSignals } from '@preact/signals-react/runtime'
import { now } from '../../ports/clock.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { isOnline } from '../../state/presence.ts'
import { useResource } from '../../state/resource.ts'
import { ProfileCard } from '../../ui/profile-card.tsx'
import type { CampaignPlace } from './campaign-place.ts'
import styles from './lander-frame.module.css'

const SHOWN = 6

/** @param place the region to search in */
export const LanderPeople = ({ place }: { place: CampaignPlace | null }) => {
  useSignals()
  const query = place === null ? {} : { country: place.country, countryregion: place.countryregion }
  const { data } = useResource('members.search', { query })
  const people = data?.results.slice(0, SHOWN) ?? []
  if (people.length === 0) return null
  return (
    <section className={styles['people']}>
      <h2>{t('index.people')}</h2>
      <ul className={styles['strip']}>
        {people.map((person) => (
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
