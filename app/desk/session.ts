/** The session of the person at the desk, with the steps of the login [DESK-1]. */
import { computed, signal } from '@preact/signals-react'
import { deskCallOf, type DeskCallName } from '#contract/desk/calls.ts'
import type { DeskSession, StaffSelf } from '#contract/desk/staff.ts'
import { call, watchFailures, type Answer, type Failure } from './calls.ts'

/** `unknown` until the first answer; `unreachable` without one. */
export const session = signal<DeskSession | { state: 'unknown' } | { state: 'unreachable'; failure: Failure }>({
  state: 'unknown',
})

/** The person at the desk; null before the login is complete. */
export const self = computed<StaffSelf | null>(() => (session.value.state === 'in' ? session.value.staff : null))

/** Whether the role of the person at the desk may make a call, so that a screen offers nothing that the server refuses [DESK-2]. */
export const mayCall = (name: DeskCallName): boolean => {
  const { roles } = deskCallOf(name)
  return self.value !== null && (typeof roles === 'string' || roles.includes(self.value.role))
}

/** Shows the step that a call of the login answered with. @returns why the call was refused, or null */
export const enterStep = (answer: Answer<'login'>): Failure | null => {
  if (!answer.ok) return answer.failure
  session.value = answer.data
  return null
}

export const askSession = async (): Promise<void> => {
  const answer = await call('me.get', {})
  session.value = answer.ok ? answer.data : { state: 'unreachable', failure: answer.failure }
}

export const logOut = async (): Promise<Failure | null> => enterStep(await call('logout', {}))

/** Shows the login when a call reports that the session has ended. The address stays, and drafts outside components survive. */
export const watchSession = (): void =>
  watchFailures(({ error }) => {
    if (error === 'staff_login_required' && session.peek().state === 'in') session.value = { state: 'out' }
    if (error === 'second_factor_required' && session.peek().state === 'in') void askSession()
  })
