// @vitest-environment happy-dom
/** The page after a deletion says only what is true [ACC-12]. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { REACTIVATION_DAYS } from '#contract/limits.ts'
import { t } from '../../state/i18n.ts'
import { user } from '../../state/session.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { AccountDeletedScreen } from './account-deleted-screen.tsx'

setUpScreens()

const heading = (): string | null => screen.getByRole('heading', { level: 1 }).textContent
const openLink = (): Promise<void> => showAt('/account-deleted?reactivate=a-token', <AccountDeletedScreen />)
const bringBack = (): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: t('leaving.backSubmit') })))

test.each([
  ['a visitor', null, '/'],
  ['a member', aUser(), '/members'],
] as const)('[ACC-12] %s who has deleted nothing reads that nothing was deleted', async (_, me, home) => {
  enterAs(me)
  await showAt('/account-deleted', <AccountDeletedScreen />)
  expect(heading()).toBe(t('leaving.nothingTitle'))
  expect(screen.queryByText(t('leaving.undo', { count: REACTIVATION_DAYS }))).toBeNull()
  expect(screen.getByRole('link').getAttribute('href')).toBe(home)
})

test('[ACC-12] after a deletion it says that the account is being deleted, and until when that can be undone', async () => {
  history.replaceState(null, '', '/account-deleted')
  history.pushState({ justDeleted: true }, '', '/account-deleted')
  await act(async () => void render(<AccountDeletedScreen />))
  expect(heading()).toBe(t('title.leaving'))
  expect(screen.getByText(t('leaving.undo', { count: REACTIVATION_DAYS }))).toBeDefined()
})

test('[ACC-12] the link of the mail brings the account back at a tap, and not by being opened', async () => {
  const me = aUser()
  const asked = answerCalls({ reactivate: { user: me, counts: { unread_messages: 0, new_likes: 0 } } })
  await openLink()
  expect(asked).toEqual([])
  await bringBack()
  expect(asked.map(({ name, body }) => [name, body])).toEqual([['reactivate', { token: 'a-token' }]])
  await waitFor(() => expect([place(), user.value?.id]).toEqual(['/members', me.id]))
})

test('[ACC-12] a link that was used, or is too old, says so, with the ways to the login and to signup', async () => {
  answerCalls({ reactivate: 'link_invalid' })
  await openLink()
  await bringBack()
  await screen.findByRole('heading', { name: t('leaving.tooLate') })
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/login', '/signup'])
})

test('[ACC-12] a link that has ended asks nothing once the server has said so in its address', async () => {
  await showAt('/account-deleted?reactivate=a-token&ended=yes', <AccountDeletedScreen />)
  expect(heading()).toBe(t('leaving.tooLate'))
  expect(screen.queryByRole('button', { name: t('leaving.backSubmit') })).toBeNull()
})
