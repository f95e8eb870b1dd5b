/** One proposal: the card with its reasons under it. Also shown at the end of signup. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Proposal } from '#contract/entities/match.ts'
import { now } from '../../ports/clock.ts'
import { href } from '../../shell/routes.ts'
import { isOnline } from '../../state/presence.ts'
import { ProfileCard } from '../../ui/profile-card.tsx'
import { LikeButton } from '../likes/like-button.tsx'
import styles from './match-finder.module.css'
import { reasonText } from './reason-text.ts'

export const ProposalCard = ({ proposal, eager }: { proposal: Proposal; eager: boolean }) => {
  useSignals()
  const { profile, reasons } = proposal
  return (
    <div className={styles['proposal']}>
      <ProfileCard
        profile={profile}
        href={href('members-id', { id: profile.id })}
        online={isOnline(profile, now())}
        eager={eager}
        corner={<LikeButton profile={profile} />}
      />
      <ul className={styles['reasons']}>
        {reasons.map((reason) => (
          <li key={reason.kind}>{reasonText(reason)}</li>
        ))}
      </ul>
    </div>
  )
}
