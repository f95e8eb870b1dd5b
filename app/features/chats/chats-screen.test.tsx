// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { t } from '../../state/i18n.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { ChatsScreen } from './chat-screens.tsx'

setUpScreens()

test('[SHELL-6] the route of the chats has the list beside a pane that asks to choose one', async () => {
  const me = aUser({ status: 'not_confirmed' })
  enterAs(me)
  const asked = answerCalls({ 'chats.get': 'server_error' })
  await showAt('/chats', <ChatsScreen me={me} />)
  expect(screen.getByRole('region', { name: t('title.chats') })).toBeDefined()
  expect(screen.getByRole('heading', { name: t('chats.chooseTitle') })).toBeDefined()
  expect(asked.map(({ name }) => name)).toContain('chats.get')
})

test('[SAFE-8] a suspended member reads why the chats do not load, and gets to the decision', async () => {
  const me = aUser()
  enterAs(me)
  answerCalls({ 'chats.get': 'account_suspended' })
  await showAt('/chats', <ChatsScreen me={me} />)
  await screen.findByRole('heading', { name: t('error.account_suspended') })
  expect(screen.getByRole('link', { name: t('ui.readDecision') }).getAttribute('href')).toBe('/notifications#decisions')
  expect(screen.queryByRole('button', { name: t('ui.tryAgain') })).toBeNull()
})
