/** That the partner writes [CHAT-7]. */
import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../state/i18n.ts'
import { isTyping } from '../../state/presence.ts'
import bubble from './thread/bubble.module.css'

/** Three dots where the answer will stand; said politely, once, to those who do not see them. */
export const TypingBubble = ({ conversation, name }: { conversation: string; name: string }) => {
  useSignals()
  const writes = isTyping(conversation)
  return (
    <div role="status">
      {writes ? (
        <div className={bubble['typing']}>
          <span />
          <span />
          <span />
          <span className="vh">{t('chat.typing', { name })}</span>
        </div>
      ) : null}
    </div>
  )
}
