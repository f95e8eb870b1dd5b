/** A row of members on the front page and on landers; it scrolls sideways. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode, Ref } from 'react'
import type { ProfileCard as Card } from '#contract/entities/profile.ts'
import { href } from '../../shell/routes.ts'
import { isOnline } from '../../state/presence.ts'
import { ProfileCard } from '../../ui/profile-card.tsx'
import { CardSkeleton } from '../../ui/skeleton.tsx'
import styles from './front-parts.module.css'

type Props = {
  ref?: Ref<HTMLElement>
  /** Null while they load. */
  people: readonly Card[] | null
  /** The heading. */
  children: ReactNode
}

const PLACEHOLDERS = [1, 2, 3, 4, 5, 6]

export const PeopleStrip = ({ ref, people, children }: Props) => {
  useSignals()
  return (
    <section ref={ref} className={styles['people']}>
      {children}
      {/* The placeholders have no words. */}
      <ul className={styles['strip']} aria-hidden={people === null || undefined}>
        {people === null
          ? PLACEHOLDERS.map((place) => (
              <li key={place}>
                <CardSkeleton />
              </li>
            ))
          : people.map((person) => (
              <li key={person.id}>
                <ProfileCard profile={person} href={href('members-id', { id: person.id })} online={isOnline(person)} />
              </li>
            ))}
      </ul>
    </section>
  )
}
