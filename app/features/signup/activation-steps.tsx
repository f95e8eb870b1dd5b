/** The four steps, each with its state as an icon and a word [ACC-7]. */
import { useSignals } from '@preact/signals-react/runtime'
import { ACTIVATION_STEPS, type ActivationStep } from '#contract/activation.ts'
import { activation } from '../../state/activation.ts'
import type { StepState } from '../../state/activation-steps.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import styles from './signup.module.css'

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

export const ActivationSteps = () => {
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
