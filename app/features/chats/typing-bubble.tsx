/** Shows that the partner is typing [CHAT-7]. */
import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../state/i18n.ts'
import { isTyping } from '../../state/presence.ts'
import bubble from './thread/bubble.module.css'

/** Three dots in the place of the answer, announced once and politely to screen readers. */
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
