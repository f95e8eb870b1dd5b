// @vitest-environment happy-dom
import { Suspense, type ComponentProps } from 'react'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { LANDERS } from '#contract/landers.ts'
import { t } from '../../state/i18n.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { LanderScreen } from './lander-screen.tsx'
// Compiles them before the tests; the screen loads them when they are shown.
import './member-lander.tsx'
import './member-signup.tsx'

setUpScreens()

const open = (props: ComponentProps<typeof LanderScreen>): Promise<void> =>
  showAt(
    '/lander',
    <Suspense fallback={null}>
      <LanderScreen {...props} />
    </Suspense>,
  )
const heading = async (): Promise<string | null> => (await screen.findByRole('heading', { level: 1 })).textContent

describe('[SITE-6] landers', () => {
  const headings = new Set<string | null>()
  test.each(Object.keys(LANDERS))('%s has a page of its own for visitors', async (name) => {
    await open({ kind: 'lander', params: { name }, me: null })
    const own = await heading()
    expect([...headings]).not.toContain(own)
    headings.add(own)
  })

  test('[SHELL-4] an unknown name is not found', async () => {
    await open({ kind: 'lander', params: { name: 'nonsense' }, me: null })
    expect(screen.getByText('404')).toBeDefined()
  })

  test.each([
    ['lander', { name: 'gallery' }, '/members'],
    ['seat', { id: '7' }, '/members/7'],
  ] as const)('send a member on from a %s', async (kind, params, path) => {
    const me = aUser()
    enterAs(me)
    await open({ kind, params, me })
    expect(place()).toBe(path)
  })

  test.each(['seat', 'words', 'lines'] as const)(
    'a member who may not be seen gets the page without anybody: %s',
    async (kind) => {
      answerCalls({ 'members.get': 'not_found' })
      await open({ kind, params: { id: '7' }, me: null })
      expect(await heading()).toBe(t('lander.nobodyHeadline'))
    },
  )

  test('the signup towards a member redirects a member, and asks a visitor the first question', async () => {
    answerCalls({ 'members.get': 'not_found' })
    await open({ kind: 'signup', params: { id: '7' }, me: null })
    expect(await heading()).toBe(t('whom.title'))
    const me = aUser()
    enterAs(me)
    await open({ kind: 'signup', params: { id: '7' }, me })
    await waitFor(() => expect(place()).toBe('/members/7'))
  })
})
