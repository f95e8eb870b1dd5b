/** The gift button of a profile [PROF-2]; visitors are asked to log in [CHAT-13]. */
import { useState } from 'react'
import type { Profile } from '#contract/entities/profile.ts'
import type { User } from '#contract/entities/user.ts'
import { t } from '../../state/i18n.ts'
import { askLogin } from '../../state/login-prompt.ts'
import { RoundButton } from '../../ui/button.tsx'
import { GiftToMember } from './gift-to-member.tsx'

export const GiftButton = ({ profile, me }: { profile: Profile; me: User | null }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <RoundButton
        icon="gift"
        size="mid"
        on="line"
        label={t('gift.give', { name: profile.name })}
        onClick={() => (me ? setOpen(true) : askLogin('gift'))}
      />
      {isOpen && me ? <GiftToMember profile={profile} me={me} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
