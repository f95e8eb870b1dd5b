/** The chat layout [SHELL-6]: the list beside the open conversation from 992 px, one of the two below. */
import { useEffect, useId, useSyncExternalStore, type ReactNode } from 'react'
import type { User } from '#contract/entities/user.ts'
import { isLargeWindow, onLargeWindow } from '../../ports/screen-size.ts'
import { Aside } from '../../shell/error-boundary.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { t } from '../../state/i18n.ts'
import { retainResource } from '../../state/resource.ts'
import { classes } from '../../ui/classes.ts'
import styles from './layout.module.css'
import { ChatList } from './list/chat-list.tsx'

const Alerts = lazyPart(() => import('../member-screens.ts').then((part) => part.Alerts))

type Props = {
  me: User
  /** The conversation in the pane, or null. */
  selected: string | null
  /** Whether a phone shows the pane instead of the list. */
  paneFirst: boolean
  children: ReactNode
}

export const ChatLayout = ({ me, selected, paneFirst, children }: Props) => {
  const title = useId()
  const isLarge = useSyncExternalStore(onLargeWindow, isLargeWindow)
  const isListHidden = paneFirst && !isLarge
  // The way back to the list finds its answer. The list asks for it itself.
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
          <div className={styles['foot']}>
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
