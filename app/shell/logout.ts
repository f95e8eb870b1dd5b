/** Logs out: at once, or after a question while something on this device is not sent [PWA-11]. */
import { signal } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { countTexts } from '../features/chats/storage.ts'
import { hasVisitorsComplaint } from '../features/complaints/complaint-draft.ts'
import { deviceStore } from '../ports/text-store.ts'
import { countOnDevice } from '../state/connection.ts'
import { errorText } from '../state/error-text.ts'
import { logout, user } from '../state/session.ts'
import { toast } from '../state/toasts.ts'
import { href } from './routes.ts'

/** The number of writes, chosen photos and texts that would be lost, while the question is on the screen. */
export const logoutQuestion = signal<number | null>(null)

export const askLogout = (): void => void ask()

const ask = async (): Promise<void> => {
  const member = user.peek()?.id ?? 0
  const unsent = (await countOnDevice()) + countTexts(member) + (hasVisitorsComplaint(deviceStore) ? 1 : 0)
  if (unsent > 0) logoutQuestion.value = unsent
  else await logoutNow()
}

export const logoutNow = async (): Promise<void> => {
  logoutQuestion.value = null
  const error = await logout()
  if (error) toast(errorText(error))
  else navigate(href('index'))
}
