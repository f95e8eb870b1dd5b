/** Logs out: at once, or after a question while something on this device is not sent [PWA-11]. */
import { signal } from '@preact/signals-react'
import { LOGOUT_ANCHOR } from '#contract/device.ts'
import { navigate } from 'wouter/use-browser-location'
import { countTexts } from '../state/member-texts.ts'
import { hasVisitorsComplaint } from '../features/complaints/complaint-draft.ts'
import { deviceStore } from '../ports/text-store.ts'
import { countOnDevice } from '../state/connection.ts'
import { toastRefusal } from '../state/error-text.ts'
import { logout, user } from '../state/session.ts'
import { isAnchorHere } from '../ui/use-anchor.ts'
import { href } from './routes.ts'

/** The number of writes, chosen photos and texts that would be lost, while the question is on the screen; null without a question. */
export const logoutQuestion = signal<number | null>(null)

export const askLogout = (): void => void ask()

/** Asks in any case, if the address says so: nobody has pressed a button here. */
export const askLogoutOfAddress = async (): Promise<void> => {
  if (!isAnchorHere(LOGOUT_ANCHOR)) return
  history.replaceState(history.state, '', location.pathname + location.search)
  logoutQuestion.value = await countUnsent()
}

const ask = async (): Promise<void> => {
  const unsent = await countUnsent()
  if (unsent > 0) logoutQuestion.value = unsent
  else await logoutNow()
}

const countUnsent = async (): Promise<number> =>
  (await countOnDevice()) + countTexts(user.peek()?.id ?? 0) + (hasVisitorsComplaint(deviceStore) ? 1 : 0)

export const logoutNow = async (): Promise<void> => {
  logoutQuestion.value = null
  const error = await logout()
  if (error) toastRefusal(error)
  else navigate(href('index'))
}
