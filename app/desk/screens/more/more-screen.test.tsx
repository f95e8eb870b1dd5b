// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { singleKeys } from '../../keys.ts'
import { SCREENS } from '../../screens.ts'
import { session } from '../../session.ts'
import { answerCalls, atDesk, enterAs, showAt } from '../../testing/desk-page.tsx'
import { firstLanguage, language, showLanguage, t } from '../../texts.ts'
import { MoreScreen } from './more-screen.tsx'

atDesk('moderator')
afterEach(async () => {
  localStorage.clear()
  singleKeys.value = true
  await showLanguage('en')
})

const open = () => showAt('/more', <MoreScreen />)
const links = (): (string | null)[] =>
  within(screen.getByRole('list'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
const inRail = SCREENS.filter(({ rail }) => rail !== undefined)

describe('[DESK-16] the page with all screens', () => {
  test.each(['moderator', 'finance', 'owner'] as const)('[DESK-2] shows the screens of the role: %s', async (role) => {
    await enterAs(role)
    open()
    expect(links()).toEqual(inRail.filter(({ roles }) => roles.includes(role)).map(({ path }) => path))
  })

  test('shows nothing after the session has ended', () => {
    open()
    act(() => {
      session.value = { state: 'out' }
    })
    expect(document.body.textContent).toBe('')
  })

  test('remembers the language on this device', async () => {
    open()
    fireEvent.change(screen.getByLabelText(t('more.language')), { target: { value: 'de' } })
    await waitFor(() => expect(language.value).toBe('de'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('more.title'))
    expect(firstLanguage()).toBe('de')
  })

  test('switches the single keys', () => {
    open()
    const keys = screen.getByRole<HTMLInputElement>('switch')
    expect(keys.checked).toBe(true)
    fireEvent.click(keys)
    expect(singleKeys.value).toBe(false)
  })

  test('[DESK-1] logs out, or says why it could not', async () => {
    answerCalls({ 'POST logout': () => ({ status: 500, json: { error: 'server_error' } }) })
    open()
    const button = screen.getByRole('button', { name: t('more.logOut') })
    await act(async () => void fireEvent.click(button))
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(session.value.state).toBe('in')
    answerCalls({ 'POST logout': () => ({ json: { state: 'out' } }) })
    await act(async () => void fireEvent.click(button))
    await waitFor(() => expect(session.value.state).toBe('out'))
  })
})
