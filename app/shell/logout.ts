/** Logs out: at once, or after a question while writes wait [PWA-11]. */
import { signal } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { countWaiting } from '../state/connection.ts'
import { errorText } from '../state/error-text.ts'
import { logout } from '../state/session.ts'
import { toast } from '../state/toasts.ts'
import { href } from './routes.ts'

/** The number of writes that would be lost, while the question is on the screen. */
export const logoutQuestion = signal<number | null>(null)

export const askLogout = (): void => void ask()

const ask = async (): Promise<void> => {
  const waiting = await countWaiting()
  if (waiting > 0) logoutQuestion.value = waiting
  else await logoutNow()
}

export const logoutNow = async (): Promise<void> => {
  logoutQuestion.value = null
  const error = await logout()
  if (error) toast(errorText(error))
  else navigate(href('index'))
}
