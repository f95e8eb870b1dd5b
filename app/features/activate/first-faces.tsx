/** Up to three people who fit a member whose mail has just been confirmed. Fiction is never among them. */
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import type { Proposal } from '#contract/entities/match.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { user } from '../../state/session.ts'
import { genderParameter } from '../../state/wanted-gender.ts'
import { Confetti } from '../../ui/confetti.tsx'
import { Photo } from '../../ui/photo.tsx'
import styles from './first-faces.module.css'

const MOST = 3

/** A first look at people needs their faces; among these, who fits best comes first. */
const hasFace = ({ profile: { main_image: image } }: Proposal): boolean => image !== null && !image.locked

/** The space for the faces is reserved from the start, so that nothing moves when they arrive. */
export const FirstFaces = () => {
  useSignals()
  const { data } = useResource('match_finder.get', { query: genderParameter(user.value) })
  const people = (data?.results ?? [])
    .filter(({ profile }) => !profile.fictional)
    .toSorted((one, other) => Number(hasFace(other)) - Number(hasFace(one)))
    .slice(0, MOST)
  return (
    <div className={styles['faces']}>
      <Confetti />
      <ul aria-label={t('signup.matchesTitle')}>
        {people.map(({ profile }) => (
          <li key={profile.id}>
            <Link href={href('members-id', { id: profile.id })}>
              <Photo image={profile.main_image} name={profile.name} eager className={styles['seat']} />
              <b>{profile.name}</b>
              <span className="small muted">{profile.city}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
