/** The routes `chats-id` and `members-id-chat`: one conversation, named by its id or by its partner. */
import type { User } from '#contract/entities/user.ts'
import { conversationId, partnerIn } from '#contract/rules/conversation-id.ts'
import { Conversation } from './conversation.tsx'
import { ChatLayout } from './layout.tsx'
import { ConversationError } from './conversation-error.tsx'

type Props = {
  /** `<lower profile id>-<higher profile id>`. */
  conversation?: string | undefined
  /** The partner's profile id. */
  profile?: number | undefined
  me: User
}

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
