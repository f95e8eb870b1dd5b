/** The member of a lander about a member [SITE-6]: their data, their caption, and the signup that leads to them. */
import type { Profile, ProfileCard } from '#contract/entities/profile.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { returnTo } from '../../state/login-prompt.ts'
import { FictionalMark } from '../../ui/marks.tsx'
import { storeFirstMessage, loadMessage } from '../signup/signup-storage.ts'
import styles from './member-lander.module.css'

type ProfileAnswer = { data: { profile: Profile } | null; error: ErrorBody | null }

/**
 * The member as a visitor may see them, or nobody; never an error. A refusal now counts more than an earlier permission. Without a
 * network the cached profile is shown.
 */
export const memberShown = ({ data, error }: ProfileAnswer): Profile | null | 'waiting' => {
  if (error !== null && error.error !== 'network_unavailable') return null
  if (data !== null) return data.profile.exists ? data.profile : null
  return error === null ? 'waiting' : null
}

/** Name and age, the place or the chat-only note, and the fictional mark [SAFE-7]. */
export const MemberCaption = ({ profile: { name, age, city, fictional } }: { profile: Profile }) => (
  <div className={styles['who']}>
    <p className="name">{t('ui.nameAge', { name, age })}</p>
    <p className="small muted">{fictional ? t('ui.chatOnly') : city}</p>
    {fictional ? <FictionalMark /> : null}
  </div>
)

/**
 * After the signup the new member arrives at this profile [SHELL-14], and may have written to it already [ACC-1].
 * @param text a first message; the form shows it, and sends nothing that was not shown
 */
export const startSignupTowards = (
  { id, name, fictional }: Pick<ProfileCard, 'id' | 'name' | 'fictional'>,
  text = '',
): void => {
  returnTo(href('members-id', { id }))
  const stored = loadMessage()
  // A text typed before a reload counts more than an empty one.
  if (text !== '' || stored?.profile !== id) storeFirstMessage({ profile: id, name, fictional, text })
}
