/** The parts missing from the profile, each with a link to its form; nothing if it is complete. */
import type { User } from '#contract/entities/user.ts'
import { missingOf, type ProfilePart } from '#contract/rules/completeness.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './me.module.css'

const WAYS = {
  photo: ['photos', 'me.missing_photo'],
  about_me: ['about', 'me.missing_about_me'],
  city: ['place', 'me.missing_city'],
  interests: ['interests', 'me.missing_interests'],
  facts: ['facts', 'me.missing_facts'],
} as const satisfies Record<ProfilePart, readonly [string, TextKey]>

export const MissingParts = ({ me }: { me: User }) => {
  const missing = missingOf(me.profile)
  if (missing.length === 0) return null
  return (
    <Note tone="plum" icon="sparkles">
      <p>
        <b>{t('me.missingTitle')}</b>
      </p>
      <ul>
        {missing.map((part) => (
          <li key={part}>
            <a href={`#${WAYS[part][0]}`} className={styles['missing']}>
              {t(WAYS[part][1])}
              <Icon name="chevron-right" size={18} />
            </a>
          </li>
        ))}
      </ul>
    </Note>
  )
}
