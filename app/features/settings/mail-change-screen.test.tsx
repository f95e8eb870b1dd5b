// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { onLine } from '../../ports/page.ts'
import { t } from '../../state/i18n.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { MailChangeScreen } from './mail-change-screen.tsx'

setUpScreens()

const open = (path = '/mail-change?token=a1'): Promise<void> => showAt(path, <MailChangeScreen />)
const button = () => screen.getByRole('button', { name: t('mailChange.confirm') })
const confirm = () => act(async () => void fireEvent.click(button()))

describe('[ACC-11] the link of the mail to a new address', () => {
  test('changes nothing before a tap', async () => {
    const asked = answerCalls({ 'mail_change.do': { email: 'new@visavis.test' } })
    await open()
    expect(asked).toEqual([])
    await confirm()
    expect(asked[0]).toMatchObject({ name: 'mail_change.do', body: { token: 'a1' } })
    expect((await screen.findByRole('status')).textContent).toContain('new@visavis.test')
  })

  test('leads a visitor to the login and a member to search', async () => {
    answerCalls({ 'mail_change.do': { email: 'new@visavis.test' } })
    await open()
    await confirm()
    expect((await screen.findByRole('link')).getAttribute('href')).toBe('/login')
    await act(async () => enterAs(aUser()))
    expect(screen.getByRole('link').getAttribute('href')).toBe('/members')
  })

  test('without a token is invalid, and leads to the settings', async () => {
    await open('/mail-change')
    expect(screen.getByRole('heading').textContent).toBe(t('error.link_invalid'))
    expect(screen.getByRole('link').getAttribute('href')).toBe('/notifications')
  })

  test.each(['link_invalid', 'email_taken'] as const)('%s is final', async (code) => {
    answerCalls({ 'mail_change.do': code })
    await open()
    await confirm()
    expect((await screen.findByRole('heading', { name: t(`error.${code}`) })).textContent).not.toBe('')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('[SHELL-20] a failure leaves the button for another try', async () => {
    answerCalls({ 'mail_change.do': 'server_error' })
    await open()
    await confirm()
    expect((await screen.findByRole('alert')).textContent).toBe(t('error.server_error'))
    expect(button()).toBeDefined()
  })

  test('[SHELL-20] without a network the screen says that it needs one', async () => {
    onLine.value = false
    await open()
    expect(screen.getByRole('status').textContent).toBe(t('ui.needsNetwork'))
  })
})
