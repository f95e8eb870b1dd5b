/**
 * The end of signup: the four steps of the activation mail as the server runs them [ACC-7], then the link in the mail
 * [ACC-6].
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useContext, useEffect } from 'react'
import { Link } from 'wouter'
import type { User } from '#contract/entities/user.ts'
import { ACTIVATION_STEPS, type ActivationStep } from '#contract/activation.ts'
import { EMAIL_ANCHOR, href } from '../../shell/routes.ts'
import { activation, needsAgeCheckNow, sendActivation } from '../../state/activation.ts'
import { errorText } from '../../state/error-text.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { changeSettings } from '../../state/member-settings.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { classes } from '../../ui/classes.ts'
import type { StepState } from '../../state/activation-steps.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import styles from './signup.module.css'
import { CloseBar, SignupAround, STEP_TITLE_ID, StepTitle } from './step-frame.tsx'

type Props = { me: User; /** Leaves signup for another screen. */ onLeave: () => void }

export const Completion = ({ me, onLeave }: Props) => {
  useSignals()
  const { onClose } = useContext(SignupAround)
  const { busy, sent, error } = activation.value
  const confirmed = me.status === 'active'
  const first = me.settings.signup_step !== null
  const bounced = me.notifications_disabled.includes('bounce')
  useEffect(() => {
    // The first visit sends the mail and completes the signup; later mails need a tap.
    if (first && !confirmed && !activation.peek().sent) void sendActivation()
  }, [first, confirmed])
  useEffect(() => {
    if (first && (sent || confirmed)) void changeSettings({ signup_step: null })
  }, [first, sent, confirmed])
  const title = confirmed ? t('activation.done') : t('activation.title')
  return (
    <section className={styles['step']} aria-labelledby={STEP_TITLE_ID}>
      <CloseBar onClose={onClose} />
      <div className={styles['form']}>
        <StepTitle title={title} lead={leadOf({ confirmed, busy, failed: error !== null, me })} />
        {busy || sent || error ? <ActivationSteps /> : null}
        <div role="status">
          {error ? (
            <Note tone="bad">
              <p>{errorText(error)}</p>
            </Note>
          ) : null}
          {(sent || bounced) && !confirmed ? (
            <Note tone={bounced ? 'bad' : 'good'}>
              <p>{bounced ? t('activation.bounced', { email: me.email }) : t('activation.sent')}</p>
            </Note>
          ) : null}
        </div>
        {me.free_credits_before ? (
          <Note>
            <p>{t('signup.noGift')}</p>
          </Note>
        ) : null}
        {confirmed || busy ? null : (
          <p className={classes(styles['note'], styles['noMail'])}>
            <span>{t('activate.noMail')}</span>
            {error ? null : (
              <button type="button" className={styles['inText']} onClick={() => void sendActivation()}>
                {t('activation.again')}
              </button>
            )}
            <Link href={`${href('notifications')}#${EMAIL_ANCHOR}`} onClick={onLeave}>
              {t('activation.changeAddress')}
            </Link>
          </p>
        )}
        <div className={styles['action']}>
          {error && !confirmed ? (
            <Button full onClick={() => void sendActivation()}>
              {t('ui.tryAgain')}
            </Button>
          ) : null}
          <LinkButton
            kind={busy ? 'second' : error && !confirmed ? 'quiet' : 'primary'}
            full
            href={href('signup-matches')}
            onClick={onLeave}
          >
            {t('signup.seeMatches')}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

type Stage = { confirmed: boolean; busy: boolean; failed: boolean; me: User }

const leadOf = ({ confirmed, busy, failed, me }: Stage): string => {
  if (confirmed) return t(needsAgeCheckNow(me) ? 'activation.doneAge' : 'activation.doneText')
  if (busy) return t('activate.working')
  return t(failed ? 'activate.notSent' : 'activation.text', { email: me.email })
}

const WORDS: Record<ActivationStep, TextKey> = {
  checking_profile: 'activate.checkingProfile',
  creating_account: 'activate.creatingAccount',
  finding_matches: 'activate.findingMatches',
  sending_mail: 'activate.sendingMail',
}

const ICON: Record<StepState, IconName> = { waiting: 'clock', begun: 'sending', done: 'done', failed: 'alert' }

const STATE: Record<StepState, TextKey> = {
  waiting: 'activate.stateWaiting',
  begun: 'activate.stateBegun',
  done: 'activate.stateDone',
  failed: 'activate.stateFailed',
}

/** The four steps, each with its state as an icon and a word [ACC-7]. */
const ActivationSteps = () => {
  useSignals()
  const { steps } = activation.value
  return (
    <ol className={styles['steps']} aria-label={t('activate.steps')}>
      {ACTIVATION_STEPS.map((step) => (
        <li key={step} className={classes(styles[steps[step]])} data-state={steps[step]}>
          <Icon name={ICON[steps[step]]} size={22} />
          <span className="grow">{t(WORDS[step])}</span>
          <span className="small">{t(STATE[steps[step]])}</span>
        </li>
      ))}
    </ol>
  )
}
