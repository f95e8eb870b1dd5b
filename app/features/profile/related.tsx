/** Similar profiles [FIND-6]; nothing if there are none, or if they cannot be fetched. */
import { useSignals } from '@preact/signals-react/runtime'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { ProfileCard } from '../../ui/profile-card.tsx'
import styles from './profile.module.css'

export const Related = ({ id }: { id: number }) => {
  useSignals()
  const { data } = useResource('members.related', { params: { id: String(id) } })
  const others = data?.results ?? []
  if (others.length === 0) return null
  return (
    <section className={styles['section']}>
      <h2>{t('profile.related')}</h2>
      <ul className={styles['strip']}>
        {others.map((profile) => (
          <li key={profile.id}>
            <ProfileCard profile={profile} href={href('members-id', { id: profile.id })} />
          </li>
        ))}
      </ul>
    </section>
  )
}
