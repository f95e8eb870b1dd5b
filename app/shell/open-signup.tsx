/** Opens signup [SHELL-13]: a page on smartphones, a dialog over the current page on other devices. */
import { signal } from '@preact/signals-react'
import type { ComponentProps } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { isOnPhone } from '../ports/screen-size.ts'
import { isLoggedIn } from '../state/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { href } from './routes.ts'

/** Whether the dialog is open. */
export const signupOpen = signal(false)

/** Signup, or for a member its unfinished steps. */
export const openSignup = (): void => {
  if (isOnPhone()) navigate(href(isLoggedIn.peek() ? 'complete-signup' : 'signup'))
  else signupOpen.value = true
}

/** A link to signup. On phones it opens the page, on other devices the dialog. */
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
