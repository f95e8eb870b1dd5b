/** The parts missing from the profile: what each brings, and a link to its form; nothing if none is missing. */
import type { User } from '#contract/entities/user.ts'
import { knownPrompts } from '#contract/entities/prompts.ts'
import { missingOf, type ProfilePart } from '#contract/rules/completeness.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { repeatAnchor } from '../../ui/use-anchor.ts'
import styles from './me.module.css'

type Wish = { anchor: string; text: TextKey; brings: TextKey }

const WAYS: Record<ProfilePart | 'prompts', Wish> = {
  photo: { anchor: 'photos', text: 'me.missing_photo', brings: 'me.brings_photo' },
  about_me: { anchor: 'about', text: 'me.missing_about_me', brings: 'me.brings_about_me' },
  city: { anchor: 'place', text: 'me.missing_city', brings: 'me.brings_city' },
  interests: { anchor: 'interests', text: 'me.missing_interests', brings: 'me.brings_interests' },
  facts: { anchor: 'facts', text: 'me.missing_facts', brings: 'me.brings_facts' },
  prompts: { anchor: 'prompts', text: 'me.missing_prompts', brings: 'me.brings_prompts' },
}

export const MissingParts = ({ me }: { me: User }) => {
  // A profile without prompts is complete, so no mail reminds of them; here they are one more idea.
  const missing = [
    ...missingOf(me.profile),
    ...(knownPrompts(me.profile.prompts).length === 0 ? ['prompts' as const] : []),
  ]
  if (missing.length === 0) return null
  return (
    <Note tone="plum" icon="sparkles">
      <p className={styles['missingTitle']}>{t('me.missingTitle')}</p>
      <ul>
        {missing.map((part) => (
          <li key={part}>
            <a
              href={`#${WAYS[part].anchor}`}
              className={styles['missing']}
              onClick={() => repeatAnchor(WAYS[part].anchor)}
            >
              <span className="grow">
                {t(WAYS[part].text)}
                <span className={styles['under']}>{t(WAYS[part].brings)}</span>
              </span>
              <Icon name="chevron-right" size={18} />
            </a>
          </li>
        ))}
      </ul>
    </Note>
  )
}
