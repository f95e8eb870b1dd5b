/** Warns of a doubtful first message, or gives advice against romance scams, beside the composer [GUARD-1]. */
import { useState } from 'react'
import { MESSAGE_WARNINGS, type Message, type MessageWarning } from '#contract/entities/chat.ts'
import { scamSubjectOf, type ScamSubject } from '#contract/rules/scam-advice.ts'
import { href } from '../../shell/routes.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './conversation.module.css'
import { seenAdviceOf } from '../../state/member-texts.ts'
import { deviceStore } from '../../ports/text-store.ts'

type Props = {
  me: number
  conversation: string
  /** The partner's name. */
  name: string
  messages: readonly Message[]
  onReport: () => void
  onBlock: () => void
}

export const SafetyBar = ({ me, conversation, name, messages, onReport, onBlock }: Props) => {
  const [isSeen, setSeen] = useState(() => deviceStore.get(seenKey(me, conversation)) !== null)
  const warnings = warningsFor(me, messages)
  const advice = isSeen || warnings.length > 0 ? null : adviceFor(me, messages)
  if (warnings.length === 0 && advice === null) return null
  return (
    <div className={styles['beside']}>
      <Note tone={warnings.length > 0 ? 'warn' : 'plain'} role="status">
        {warnings.length > 0 ? (
          <>
            <p>
              <b>{t('chat.warnTitle', { name })}</b>
            </p>
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{t(WARNING_TEXTS[warning])}</li>
              ))}
            </ul>
          </>
        ) : null}
        {advice === null ? null : (
          <p>
            <b>{t(ADVICE_TEXTS[advice])}</b> {t('chat.adviceOwn')}
          </p>
        )}
        <p className={styles['safe']}>
          <Button kind="quiet" plain small icon="flag" onClick={onReport}>
            {t('chat.report', { name })}
          </Button>
          {warnings.length > 0 ? (
            <Button kind="quiet" plain small icon="ban" onClick={onBlock}>
              {t('chat.block', { name })}
            </Button>
          ) : (
            <Button
              kind="quiet"
              plain
              small
              icon="check"
              onClick={() => {
                deviceStore.set(seenKey(me, conversation), '1')
                setSeen(true)
              }}
            >
              {t('chat.adviceSeen')}
            </Button>
          )}
          <LinkButton kind="quiet" plain small icon="shield" href={href('pages-safety')}>
            {t('chat.safetyMore')}
          </LinkButton>
        </p>
      </Note>
    </div>
  )
}

const seenKey = (me: number, conversation: string): string => `${seenAdviceOf(me)}${conversation}`

const WARNING_TEXTS: Record<MessageWarning, TextKey> = {
  link: 'chat.warnLink',
  phone: 'chat.warnPhone',
  mail: 'chat.warnMail',
  messenger: 'chat.warnMessenger',
  repeated: 'chat.warnRepeated',
}
const ADVICE_TEXTS: Record<ScamSubject, TextKey> = {
  giftCard: 'chat.adviceGiftCard',
  crypto: 'chat.adviceCrypto',
  money: 'chat.adviceMoney',
  leaving: 'chat.adviceLeaving',
}

/** The warnings of the partner's messages until I answer: then the contact is my own choice. */
const warningsFor = (me: number, messages: readonly Message[]): MessageWarning[] => {
  if (messages.some(({ sender }) => sender === me)) return []
  const found = new Set(messages.flatMap(({ warning }) => warning ?? []))
  return MESSAGE_WARNINGS.filter((warning) => found.has(warning))
}

/** The newest messages are enough: older ones were read when they arrived. */
const READ_FOR_ADVICE = 30

const adviceFor = (me: number, messages: readonly Message[]): ScamSubject | null =>
  scamSubjectOf(
    messages
      .slice(-READ_FOR_ADVICE)
      .flatMap((message) => (message.type === 'text' && message.sender !== me ? [message.text] : [])),
  )
