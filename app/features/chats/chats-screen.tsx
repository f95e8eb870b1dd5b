/** The route `chats`: the list, and from 992 px an empty pane beside it. */
import type { User } from '#contract/entities/user.ts'
import { t } from '../../state/i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChatLayout } from './layout.tsx'

export const ChatsScreen = ({ me }: { me: User }) => (
  <ChatLayout me={me} selected={null} paneFirst={false}>
    <EmptyState title={t('chats.chooseTitle')} text={t('chats.chooseText')} />
  </ChatLayout>
)
