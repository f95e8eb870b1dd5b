/** Sends a gift from a profile: chosen here, sent like any message, and shown in the conversation [PROF-2]. */
import { useLocation } from 'wouter'
import type { Gift } from '#contract/entities/chat.ts'
import type { Profile } from '#contract/entities/profile.ts'
import type { User } from '#contract/entities/user.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { now } from '../../ports/clock.ts'
import { newId } from '../../ports/random.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { toast } from '../../state/toasts.ts'
import { outgoing } from '../chats/sending/page-outgoing.ts'
import { giftName } from './gift-name.ts'
import { GiftPicker } from './gift-picker.tsx'

type Props = { profile: Profile; me: User; onClose: () => void }

export const GiftToMember = ({ profile: { id, name, fictional }, me, onClose }: Props) => {
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
