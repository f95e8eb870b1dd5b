/** The screens of the conversations. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useSyncExternalStore, type ReactNode } from 'react'
import type { User } from '#contract/entities/user.ts'
import { t } from '../../state/i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { conversationId, partnerIn } from '#contract/rules/conversation-id.ts'
import { followKeyboard, isLargeWindow, onLargeWindow } from '../../ports/screen-size.ts'
import { Aside } from '../../shell/error-boundary.tsx'
import { resourceOf, retainResource } from '../../state/resource.ts'
import { classes } from '../../ui/classes.ts'
import { Alerts } from '../offers/alerts.tsx'
import { Conversation } from './conversation.tsx'
import { ConversationError } from './conversation-error.tsx'
import styles from './layout.module.css'
import { ChatList } from './list/chat-list.tsx'

/** The chats of the list, without a second request. */
const chats = resourceOf('chats.get', { query: {} })

/** The route `chats`: the list, and from 992 px an empty pane beside it. */
export const ChatsScreen = ({ me }: { me: User }) => {
  useSignals()
  const { data, error } = chats.state.value
  // Beside an empty or failed list, which says so itself, nothing can be chosen.
  const isListEmpty = data ? data.chats.length === 0 : error !== null
  return (
    <ChatLayout me={me} selected={null} paneFirst={false}>
      {isListEmpty ? null : <EmptyState title={t('chats.chooseTitle')} text={t('chats.chooseText')} />}
    </ChatLayout>
  )
}

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
        <ConversationError
          error={{ error: 'not_found' }}
          // A mail leads here that was sent to another account of this person, or of this device.
          {...(id !== null && partner === undefined ? { text: t('chat.otherAccount', { name: me.profile.name }) } : {})}
        />
      )}
    </ChatLayout>
  )
}

type ChatLayoutProps = {
  me: User
  /** The conversation in the pane, or null. */
  selected: string | null
  /** Whether a phone shows the pane instead of the list. */
  paneFirst: boolean
  children: ReactNode
}

/** The chat layout [SHELL-6]: the list beside the open conversation from 992 px, one of the two below. */
export const ChatLayout = ({ me, selected, paneFirst, children }: ChatLayoutProps) => {
  const title = useId()
  const isLarge = useSyncExternalStore(onLargeWindow, isLargeWindow)
  const isListHidden = paneFirst && !isLarge
  useEffect(followKeyboard, [])
  // Retains the list's answer for a return to the list. The list itself requests it.
  useEffect(() => (isListHidden ? retainResource('chats.get', { query: {} }) : undefined), [isListHidden])
  return (
    <div className={classes(styles['layout'], paneFirst && styles['paneFirst'])}>
      <section className={styles['list']} aria-labelledby={title}>
        {/* A phone shows the title in the bar. */}
        <h2 id={title} className={styles['title']}>
          {t('title.chats')}
        </h2>
        {/* Rows that nobody sees would delay the conversation on each tap. */}
        {isListHidden ? null : <ChatList me={me} selected={selected} />}
        {paneFirst || me.status === 'not_confirmed' ? null : (
          // A start does not know yet which reminder is due.
          <div className={styles['foot']} data-no-snapshot>
            <Aside>
              <Alerts me={me} />
            </Aside>
          </div>
        )}
      </section>
      <section className={styles['pane']}>{children}</section>
    </div>
  )
}
