// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Profile } from '#contract/entities/profile.ts'
import { loginPrompt } from '../../state/login-prompt.ts'
import { drafts } from '../../state/drafts.ts'
import { PromptCards } from './prompt-cards.tsx'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()
beforeEach(() => {
  localStorage.clear()
  drafts.forget(1)
  history.replaceState(null, '', '/members/7')
})
afterEach(cleanup)

const show = (change: Partial<Profile> = {}, me: number | null = 1) =>
  render(
    <PromptCards
      profile={{
        id: 7,
        name: 'Anna',
        closed: null,
        fictional: false,
        prompts: [
          { prompt: 'sunday', answer: 'The sea, even in the rain.' },
          { prompt: 'unheard of' as 'sunday', answer: 'from a newer version' },
        ],
        ...change,
      }}
      me={me === null ? null : { id: me }}
    />,
  )
const replies = () => screen.queryAllByRole('button')

describe('[PROF-15] a prompt on a profile', () => {
  test('is a card with the beginning and the answer; a prompt of a newer version is left out', () => {
    show()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'A perfect Sunday…The sea, even in the rain.Reply to this',
    ])
  })

  test('opens the chat with the prompt quoted, above what was begun there', () => {
    drafts.write(1, '1-7', 'Hello')
    show()
    fireEvent.click(screen.getByRole('button', { name: 'Reply to this: A perfect Sunday…' }))
    expect(location.pathname).toBe('/members/7/chat')
    expect(drafts.read(1, '1-7')).toBe('“A perfect Sunday… The sea, even in the rain.”\n\nHello')
  })

  test('[CHAT-13] asks a visitor who replies to log in', () => {
    show({}, null)
    fireEvent.click(screen.getByRole('button', { name: 'Reply to this: A perfect Sunday…' }))
    expect(loginPrompt.value).toBe('chat')
    loginPrompt.value = null
  })

  test('offers no reply to oneself, or where writing is closed', () => {
    show({}, 7)
    expect(replies()).toEqual([])
    cleanup()
    show({ closed: 'recipient_deleted' })
    expect(replies()).toEqual([])
  })
})
