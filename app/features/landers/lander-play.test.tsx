// @vitest-environment happy-dom
import { Suspense } from 'react'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { t } from '../../state/i18n.ts'
import { setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { LanderScreen } from './lander-screen.tsx'

setUpScreens()

const open = async (name: string): Promise<void> => {
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
  await open('tinderswipe')
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
  await open('iconslanding')
  for (const icon of ['lander.iconMusic', 'lander.iconWine', 'lander.iconCoffee'] as const) tap(t(icon))
  tap(t('lander.iconWine'))
  expect(screen.getByText(t('lander.iconsChosen', { list: 'Music and coffee' }))).toBeDefined()
  expect(t('lander.iconsChosen', { list: 'Music and coffee' })).toContain('Music and coffee')
})

test('[SITE-6] [SHELL-19] a moving scene can be paused and goes on', async () => {
  await open('video')
  const scene = screen.getByRole('button', { name: t('lander.pause') }).parentElement
  expect(scene?.className).not.toMatch(/paused/)
  tap(t('lander.pause'))
  expect(scene?.className).toMatch(/paused/)
  tap(t('lander.play'))
  expect(scene?.className).not.toMatch(/paused/)
})
