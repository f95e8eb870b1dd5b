// @vitest-environment happy-dom
import { Suspense, type ComponentProps } from 'react'
import { screen, waitFor, fireEvent, within } from '@testing-library/react'
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

const openLander = async (name: string): Promise<void> => {
  await showAt(
    `/landers/${name}`,
    <Suspense fallback={null}>
      <LanderScreen kind="lander" params={{ name }} me={null} />
    </Suspense>,
  )
  await screen.findByRole('heading', { level: 1 })
}
const tap = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))

test('[SITE-6] [LIKE-5] the cards answer to buttons and keys, and the last one counts the likes', async () => {
  await openLander('tinderswipe')
  const deck = within(screen.getByRole('group', { name: t('lander.swipeGroup') }))
  tap(t('lander.swipeYes'))
  expect(deck.getAllByRole('status').some(({ textContent }) => textContent === t('lander.swipeMuseum'))).toBe(true)
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight', 'ArrowLeft']) fireEvent.keyDown(document.body, { key })
  expect(t('lander.swipeDone', { count: 3 })).toContain('3')
  expect(deck.getByText(t('lander.swipeDone', { count: 3 }))).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: t('lander.swipeYes') }).disabled).toBe(true)
  tap(t('lander.swipeAgain'))
  expect(deck.queryByText(t('lander.swipeDone', { count: 3 }))).toBeNull()
})

test('[SITE-6] a second tap on an icon takes it out of the sentence', async () => {
  await openLander('iconslanding')
  for (const icon of ['lander.iconMusic', 'lander.iconWine', 'lander.iconCoffee'] as const) tap(t(icon))
  tap(t('lander.iconWine'))
  expect(screen.getByText(t('lander.iconsChosen', { list: 'Music and coffee' }))).toBeDefined()
  expect(t('lander.iconsChosen', { list: 'Music and coffee' })).toContain('Music and coffee')
})

test('[SITE-6] [SHELL-19] a moving scene can be paused and resumed', async () => {
  await openLander('video')
  const scene = screen.getByRole('button', { name: t('lander.pause') }).parentElement
  expect(scene?.className).not.toMatch(/paused/)
  tap(t('lander.pause'))
  expect(scene?.className).toMatch(/paused/)
  tap(t('lander.play'))
  expect(scene?.className).not.toMatch(/paused/)
})
