// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { t } from '../../state/i18n.ts'
import { typedEmail } from '../../state/login-prompt.ts'
import { answerCalls, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

setUpScreens()

const email = (): HTMLInputElement => screen.getByLabelText(t('login.email'))
const submit = async (address: string): Promise<void> => {
  await showAt('/reset-password', <ResetPasswordScreen />)
  fireEvent.change(email(), { target: { value: address } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('password.resetSubmit') })))
}

describe('[ACC-9] the form for a forgotten password', () => {
  test('sends the address without spaces, then says where the mail went, and can be opened again', async () => {
    const asked = answerCalls({ 'password.reset': {} })
    await submit(' anna@visavis.test ')
    expect(asked[0]).toMatchObject({ name: 'password.reset', body: { email: 'anna@visavis.test' } })
    expect((await screen.findByRole('status')).textContent).toContain('anna@visavis.test')
    fireEvent.click(screen.getByRole('button', { name: t('password.resetAgain') }))
    expect(email().value).toBe('anna@visavis.test')
  })

  test('begins with the address that was typed in the login', async () => {
    typedEmail.value = 'bea@visavis.test'
    await showAt('/reset-password', <ResetPasswordScreen />)
    expect(email().value).toBe('bea@visavis.test')
  })

  test('[SHELL-19] an unknown address is an error of the field, which gets the focus', async () => {
    answerCalls({ 'password.reset': 'email_not_found' })
    await submit('anna@visavis.test')
    expect(await screen.findByText(t('error.email_not_found'))).toBeDefined()
    expect(email().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(email())
    expect(screen.queryByRole('alert')?.textContent ?? t('error.email_not_found')).toBe(t('error.email_not_found'))
  })

  test('[ACC-12] an account that is being deleted says that its mail was sent once more', async () => {
    answerCalls({ 'password.reset': 'email_being_deleted' })
    await submit('anna@visavis.test')
    expect((await screen.findByRole('alert')).textContent).toBe(t('password.beingDeleted'))
  })

  test('too many mails are refused with a sentence of their own', async () => {
    answerCalls({ 'password.reset': 'reset_limit' })
    await submit('anna@visavis.test')
    expect((await screen.findByRole('alert')).textContent).toBe(t('error.reset_limit'))
    expect(email().getAttribute('aria-invalid')).not.toBe('true')
  })
})
