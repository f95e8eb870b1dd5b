/** The screens of the conversations. */
import type { User } from '#contract/entities/user.ts'
import { t } from '../../state/i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChatLayout } from './layout.tsx'
import { conversationId, partnerIn } from '#contract/rules/conversation-id.ts'
import { Conversation } from './conversation.tsx'
import { ConversationError } from './conversation-error.tsx'

/** The route `chats`: the list, and from 992 px an empty pane beside it. */
export const ChatsScreen = ({ me }: { me: User }) => (
  <ChatLayout me={me} selected={null} paneFirst={false}>
    <EmptyState title={t('chats.chooseTitle')} text={t('chats.chooseText')} />
  </ChatLayout>
)

type Props = {
  /** `<lower profile id>-<higher profile id>`. */
  conversation?: string | undefined
  /** The partner's profile id. */
  profile?: number | undefined
  me: User
}

/** The routes `chats-id` and `members-id-chat`: one conversation, named by its id or by its partner. */
export const ChatScreen = ({ conversation, profile, me }: Props) => {
  const id = conversation ?? (profile === undefined ? null : conversationId(me.id, profile))
  // A conversation of two others, or with oneself, does not belong to this member.
  const partner = id === null ? undefined : partnerIn(id, me.id)
  const isMine = id !== null && partner !== undefined && partner !== me.id
  return (
    <ChatLayout me={me} selected={isMine ? id : null} paneFirst>
      {isMine ? (
        <Conversation key={`${me.id}:${id}`} me={me} conversation={id} partner={partner} />
      ) : (
        <ConversationError error="not_found" />
      )}
    </ChatLayout>
  )
}
