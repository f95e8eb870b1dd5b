/** The way to joining [SHELL-13]: smartphones get the page, other devices the dialog over the page they are on. */
import { signal } from '@preact/signals-react'
import type { ComponentProps } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { isOnPhone } from '../ports/screen-size.ts'
import { isLoggedIn } from '../state/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { href } from './routes.ts'

/** Whether the dialog is open. */
export const signupOpen = signal(false)

/** Joining, or for a member the steps that are left. */
export const openSignup = (): void => {
  if (isOnPhone()) navigate(href(isLoggedIn.peek() ? 'complete-signup' : 'signup'))
  else signupOpen.value = true
}

/** A link to signup, wherever one stands. A click that wants a new tab gets the page. */
export const SignupLink = ({ onClick, ...look }: Omit<ComponentProps<typeof LinkButton>, 'href' | 'replace'>) => (
  <LinkButton
    {...look}
    href={href('signup')}
    onClick={(event) => {
      onClick?.(event)
      if (isOnPhone()) return
      event.preventDefault()
      signupOpen.value = true
    }}
  />
)
