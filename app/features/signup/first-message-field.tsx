/** The first message with its later price and, for a fictional profile, the warning [CHAT-11]. */
import { MESSAGE_MAX } from '#contract/limits.ts'
import { t } from '../../state/i18n.ts'
import { likelySettings } from '../../state/site.ts'
import { TextAreaField } from '../../ui/field.tsx'
import { FictionalNote } from '../../ui/fictional-note.tsx'
import type { FirstMessage } from './first-message.ts'

type Props = { message: FirstMessage; onChange: (text: string) => void }

export const FirstMessageField = ({ message: { name, text, fictional }, onChange }: Props) => {
  const { message_credits: count, signup_credits: credits } = likelySettings.value
  return (
    <>
      {fictional ? <FictionalNote name={name} /> : null}
      <TextAreaField
        label={t('signup.message', { name })}
        hint={t('signup.messageHint', { count, credits })}
        name="signup_message"
        rows={3}
        maxLength={MESSAGE_MAX}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}
