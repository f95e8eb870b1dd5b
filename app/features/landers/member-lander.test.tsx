// @vitest-environment happy-dom
import { Suspense } from 'react'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Profile } from '#contract/entities/profile.ts'
import { t } from '../../state/i18n.ts'
import { clearMemberData } from '../../state/resource.ts'
import { placeToReturn } from '../../state/login-prompt.ts'
import { aProfile } from '../../testing/factories.ts'
import { answerCalls, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { loadMessage } from '../signup/signup-storage.ts'
import { LanderScreen } from './lander-screen.tsx'
// Compiles it before the tests; the screen loads it when it is shown.
import './member-lander.tsx'

setUpScreens()

const open = async (look: 'seat' | 'words' | 'lines', change: Partial<Profile> = {}): Promise<void> => {
  answerCalls({ 'members.get': { profile: aProfile(change) } })
  await showAt(
    '/members/7/landing2',
    <Suspense fallback={null}>
      <LanderScreen kind={look} params={{ id: '7' }} me={null} />
    </Suspense>,
  )
  await screen.findByRole('heading', { level: 1, name: /Martina/ })
}
const marks = (): number => screen.queryAllByText(t('ui.fictional')).length
const wayIn = (): HTMLElement => {
  const link = document.querySelector('a[href="/signup"]')
  if (!(link instanceof HTMLElement)) throw new Error('no way in')
  return link
}

describe('[SITE-6] the lander of a member', () => {
  test('[ACC-1] hands the chosen first message to the signup, which leads back to the member', async () => {
    await open('words')
    fireEvent.click(screen.getByRole('button', { name: t('lander.wordsTea') }))
    fireEvent.click(wayIn())
    expect(loadMessage()).toMatchObject({ profile: 7, name: 'Martina', text: t('lander.wordsTea') })
    expect(placeToReturn()).toBe('/members/7')
  })

  test.each(['seat', 'lines'] as const)(
    '[ACC-1] %s leads the signup to the member, without a message',
    async (look) => {
      await open(look)
      fireEvent.click(wayIn())
      expect(loadMessage()).toMatchObject({ profile: 7, name: 'Martina', text: '' })
      expect(placeToReturn()).toBe('/members/7')
    },
  )

  test('[ACC-1] a second tap on a first message takes it back', async () => {
    await open('words')
    for (let tap = 0; tap < 2; tap += 1) fireEvent.click(screen.getByRole('button', { name: t('lander.wordsTea') }))
    fireEvent.click(wayIn())
    expect(loadMessage()?.text).toBe('')
  })

  test.each(['seat', 'words', 'lines'] as const)(
    '[SAFE-7] %s marks a fictional profile, and nobody else',
    async (look) => {
      await open(look)
      // The facts below show the mark once.
      expect(marks()).toBe(1)
      expect(screen.queryByText(t('ui.chatOnly'))).toBeNull()
      cleanup()
      clearMemberData()
      await open(look, { fictional: true })
      expect(marks()).toBe(2)
      expect(screen.getByText(t('ui.chatOnly'))).toBeDefined()
    },
  )
})
