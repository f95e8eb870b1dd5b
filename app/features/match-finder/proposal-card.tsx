/** One proposal: the card with its reasons under it. Also shown at the end of signup. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Proposal, MatchReason } from '#contract/entities/proposal.ts'
import { LikeButton } from '../likes/like-button.tsx'
import { href } from '../../shell/routes.ts'
import { listOf } from '../../state/format.ts'
import { t, tCode } from '../../state/i18n.ts'
import { isOnline } from '../../state/presence.ts'
import { ProfileCard } from '../../ui/profile-card.tsx'
import styles from './match-finder.module.css'

export const ProposalCard = ({ proposal, eager }: { proposal: Proposal; eager: boolean }) => {
  useSignals()
  const { profile, reasons } = proposal
  return (
    <div className={styles['proposal']}>
      <ProfileCard
        profile={profile}
        href={href('members-id', { id: profile.id })}
        online={isOnline(profile)}
        eager={eager}
        corner={<LikeButton profile={profile} />}
      />
      <ul className={styles['reasons']}>
        {reasons.map((reason) => {
          const text = matchReasonText(reason)
          return text === null ? null : <li key={reason.kind}>{text}</li>
        })}
      </ul>
    </div>
  )
}

const SHOWN_INTERESTS = 3

/** The reason of a proposal as text [FIND-5], or null for one that only a newer version knows [PWA-10]. */
export const matchReasonText = (reason: MatchReason): string | null => {
  switch (reason.kind) {
    case 'interests':
      return t('matches.interests', {
        list: listOf(reason.interests.slice(0, SHOWN_INTERESTS).map((interest) => tCode('interest', interest))),
      })
    case 'near':
      return t('matches.near', { distance: tCode('value', `distance_${reason.distance}`) })
    case 'same_region':
      return t('matches.same_region')
    case 'age':
      return t('matches.age')
    case 'mutual':
      return t('matches.mutual')
    case 'active':
      return t('matches.active')
    default:
      return null
  }
}
