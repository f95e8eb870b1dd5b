// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import { newLike, newMatch } from '../../state/likes.ts'
import { t } from '../../state/i18n.ts'
import { aCard, aChat, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { NewLike } from './match-dialog.tsx'

setUpScreens()
beforeEach(() => enterAs(aUser()))
afterEach(() => {
  newMatch.value = null
  newLike.value = null
})

const card = aCard({ id: 12 })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('[LIKE-3] the modal of a match closes with each of its ways, and comes before that of a like', async () => {
  newLike.value = aCard({ id: 13, name: 'Luisa' })
  newMatch.value = card
  await showAt('/members', <NewLike />)
  expect(screen.getByRole('heading').textContent).toBe(t('match.mutual'))
  await press(t('match.later'))
  expect([newMatch.value, newLike.value, screen.queryByRole('dialog')]).toEqual([null, null, null])
})

test('[LIKE-3] the button of a match leads to the chat, and both of a like lead to the profile', async () => {
  newMatch.value = card
  await showAt('/members', <NewLike />)
  await press(t('profile.write', { name: 'Martina' }))
  expect(place()).toBe('/members/12/chat')
  for (const at of [0, 1]) {
    history.replaceState(null, '', '/members')
    await act(async () => {
      newMatch.value = null
      newLike.value = card
    })
    expect(screen.getByRole('heading').textContent).toBe(t('likes.popUpHeading', { name: 'Martina' }))
    const way = screen.getAllByRole('button', { name: t('likes.popUpProfile', { name: 'Martina' }) })[at]
    await act(async () => void fireEvent.click(way ?? document.body))
    expect(place()).toBe('/members/12')
  }
})

const count = DEFAULT_SETTINGS.message_credits

test.each([
  ['the price of the first message', null, 1, () => t('match.cost', { count, credits: 5 })],
  ['the limit of begun conversations', null, 0, () => t('limit.reached')],
  [
    'the price of a message where a conversation exists, whatever the limit',
    aChat('1-12'),
    0,
    () => t('profile.cost', { count }),
  ],
])('[CHAT-2] [CHAT-15] a match says %s', async (_, chat, conversations_left, words) => {
  enterAs(aUser({ conversations_left }))
  answerCalls({ 'messages.list': { chat, profile: card, messages: [], before: null, older_hidden: false } })
  newMatch.value = card
  await showAt('/members', <NewLike />)
  expect(await screen.findByText(words())).toBeDefined()
})
