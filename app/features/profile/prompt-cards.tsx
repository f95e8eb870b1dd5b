/** The prompts that a member has answered [PROF-15], each with a way to reply to it in the chat. */
import { useLocation } from 'wouter'
import type { Profile } from '#contract/entities/profile.ts'
import { knownPrompts, type PromptAnswer } from '#contract/entities/prompts.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { askLogin } from '../../state/login-prompt.ts'
import { Button } from '../../ui/button.tsx'
import { putBack } from '../chats/composer/writing.ts'
import { promptText } from '../profile-fields/fact-texts.ts'
import { drafts } from '../../state/drafts.ts'
import styles from './profile.module.css'

type Props = {
  profile: Pick<Profile, 'id' | 'name' | 'closed' | 'prompts' | 'fictional'>
  /** The viewer; null for visitors. */
  me: { id: number } | null
}

export const PromptCards = ({ profile, me }: Props) => {
  const [, navigate] = useLocation()
  const canReply = profile.closed === null && me?.id !== profile.id
  const reply = (answered: PromptAnswer): void => {
    if (!me) return askLogin('chat', profile)
    const conversation = conversationId(me.id, profile.id)
    drafts.write(me.id, conversation, putBack(quoteOf(answered), drafts.read(me.id, conversation)))
    return navigate(href('members-id-chat', { id: profile.id }))
  }
  const answered = knownPrompts(profile.prompts)
  if (answered.length === 0) return null
  return (
    <ul className={styles['prompts']}>
      {answered.map((one) => (
        <li key={one.prompt} className={styles['prompt']}>
          <p className={styles['question']}>{promptText(one.prompt)}</p>
          <p className={styles['answer']} dir="auto">
            {one.answer}
          </p>
          {canReply ? (
            <Button
              kind="quiet"
              plain
              small
              icon="message"
              aria-label={t('profile.replyToNamed', { prompt: promptText(one.prompt) })}
              onClick={() => reply(one)}
            >
              {t('profile.replyTo')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** The prompt and its answer as a quotation, with an empty line for the reply. */
const quoteOf = ({ prompt, answer }: PromptAnswer): string =>
  `${t('profile.promptQuote', { prompt: promptText(prompt), answer })}\n`
