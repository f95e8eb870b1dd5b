/** The member in three lines: name and age, the place or the chat-only note, and the fictional mark [SAFE-7]. */
import type { Profile } from '#contract/entities/profile.ts'
import { t } from '../../state/i18n.ts'
import { FictionalMark } from '../../ui/marks.tsx'
import styles from './member-lander.module.css'

export const Who = ({ profile: { name, age, city, fictional } }: { profile: Profile }) => (
  <div className={styles['who']}>
    <p className="name">{t('ui.nameAge', { name, age })}</p>
    <p className="small muted">{fictional ? t('ui.chatOnly') : city}</p>
    {fictional ? <FictionalMark /> : null}
  </div>
)
