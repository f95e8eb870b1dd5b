/** The gift button of a profile [PROF-2]; visitors are asked to log in [CHAT-13]. */
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Gift } from '#contract/entities/chat.ts'
import type { Profile } from '#contract/entities/profile.ts'
import type { User } from '#contract/entities/user.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { now } from '../../ports/clock.ts'
import { newId } from '../../ports/random.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { askLogin } from '../../state/login-prompt.ts'
import { toast } from '../../state/toasts.ts'
import { RoundButton } from '../../ui/button.tsx'
import { outgoing } from '../chats/sending/page-outgoing.ts'
import { giftName } from '../chats/message-words.ts'
import { GiftPicker } from './gift-picker.tsx'

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

type ToMemberProps = { profile: Profile; me: User; onClose: () => void }

/** Sends a gift from a profile: chosen here, sent like any message, and shown in the conversation [PROF-2]. */
const GiftToMember = ({ profile: { id, name, fictional }, me, onClose }: ToMemberProps) => {
  const [, navigate] = useLocation()
  const send = (gift: Gift): void => {
    const conversation = conversationId(me.id, id)
    outgoing.send({ client_id: newId(), conversation, sender: me.id, profile: id, type: 'gift', gift, sent_at: now() })
    toast(t('gift.onItsWay', { gift: giftName(gift), name }), {
      action: { label: t('gift.toChat'), run: () => navigate(href('members-id-chat', { id })) },
    })
  }
  return <GiftPicker name={name} fictional={fictional} credits={me.credits} onSend={send} onClose={onClose} />
}
