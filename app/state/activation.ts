/**
 * Sends the activation mail [ACC-7] in four steps, and shows the server's progress reports. Only one request runs at a time,
 * whichever screen started it. A screen that opens meanwhile shows its progress.
 */
import { signal } from '@preact/signals-react'
import { ACTIVATION_STEPS } from '#contract/activation.ts'
import type { User } from '#contract/entities/user.ts'
import { recordOf } from '#contract/records.ts'
import { needsAgeCheck } from '#contract/rules/may-act.ts'
import { serverNow } from '../ports/clock.ts'
import type { Activation } from './activation-steps.ts'
import { onMemberLeft, refreshSession } from './session.ts'

export const NOT_ASKED: Activation = {
  steps: recordOf(ACTIVATION_STEPS, () => 'waiting'),
  busy: false,
  sent: false,
  error: null,
}

export const activation = signal<Activation>(NOT_ASKED)

onMemberLeft(() => {
  activation.value = NOT_ASKED
})

export const sendActivation = async (): Promise<void> => {
  if (activation.peek().busy) return
  const begun = { ...NOT_ASKED, busy: true }
  activation.value = begun
  const ended = await import('./activation-steps.ts').then(
    ({ followSteps }) => followSteps(begun, (known) => (activation.value = known)),
    // If the code that reads the steps cannot be loaded, the request would fail too.
    (): Activation => ({ ...NOT_ASKED, error: { error: 'network_unavailable' } }),
  )
  // The address was confirmed meanwhile, perhaps on another device: there is nothing to send.
  const isConfirmed = ended.error?.error === 'already_confirmed'
  activation.value = isConfirmed ? NOT_ASKED : ended
  if (isConfirmed) await refreshSession()
}

/** Search hides such a member, even with a confirmed address [GUARD-6]. */
export const needsAgeCheckNow = ({ age_due: ageDue = null }: Pick<User, 'age_due'>): boolean =>
  needsAgeCheck({ ageDue }, serverNow())
