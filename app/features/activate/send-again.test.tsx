// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { activation, NOT_ASKED } from '../../state/activation.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt, type AskedCall } from '../../testing/screen-page.tsx'
import { Completion } from '../signup/completion.tsx'
import { ActivateScreen } from './activate-screen.tsx'

setUpScreens()

const NO_COUNTS = { unread_messages: 0, new_likes: 0 }
const me = aUser({ status: 'not_confirmed', settings: { ...DEFAULT_MEMBER_SETTINGS, signup_step: null } })
beforeEach(() => {
  activation.value = NOT_ASKED
  enterAs(me)
})
const mails = (asked: readonly AskedCall[]): number => asked.filter(({ name }) => name === 'activation.send').length
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('[ACC-6] after an invalid link a tap sends another mail, and a refusal is said in place of it', async () => {
  const asked = answerCalls({ 'user.get': { user: me, counts: NO_COUNTS }, 'activation.send': 'rate_limited' })
  await showAt('/activate/error', <ActivateScreen done={false} />)
  expect(mails(asked)).toBe(0)
  await press(t('activation.again'))
  await waitFor(() => expect(mails(asked)).toBe(1))
  expect(await screen.findByText(errorText({ error: 'rate_limited' }))).toBeDefined()
  await act(async () => {
    activation.value = { ...NOT_ASKED, sent: true }
  })
  expect(screen.getByRole('status').textContent).toBe(t('activate.sentTo', { email: me.email }))
})

test('[ACC-7] the completion sends no second mail by itself, but at a tap, and leads on meanwhile', async () => {
  const onLeave = vi.fn<() => void>()
  const asked = answerCalls({ 'activation.send': 'rate_limited' })
  await showAt('/complete-signup', <Completion me={me} onLeave={onLeave} />)
  expect(mails(asked)).toBe(0)
  await press(t('activation.again'))
  expect(await screen.findByText(errorText({ error: 'rate_limited' }))).toBeDefined()
  await press(t('ui.tryAgain'))
  await waitFor(() => expect(mails(asked)).toBe(2))
  for (const way of [t('activation.changeAddress'), t('signup.seeMatches')])
    fireEvent.click(await screen.findByRole('link', { name: way }))
  expect(onLeave).toHaveBeenCalledTimes(2)
})
