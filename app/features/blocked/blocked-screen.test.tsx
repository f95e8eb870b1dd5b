// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { BlockedProfile } from '#contract/entities/safety.ts'
import { onLine } from '../../ports/page.ts'
import { dayOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { toasts } from '../../state/toasts.ts'
import { aCard, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { likeOf, newMatch, startLikes } from '../../state/likes.ts'
import { ROWS_A_STEP } from '../../ui/first-rows.ts'
import { block, unblock } from './change-block.ts'
import { BlockedScreen } from './blocked-screen.tsx'

setUpScreens()

const AT = Date.UTC(2026, 0, 15, 12)
const aBlock = (id: number, change: Partial<BlockedProfile> = {}): BlockedProfile => ({
  profile: aCard({ id, name: `Member${id}` }),
  at: AT,
  waiting: false,
  ...change,
})
const countRows = (): number => screen.getAllByRole('button', { name: /Member\d/ }).length
const open = async (): Promise<void> => {
  enterAs(aUser())
  await showAt('/notifications/blocked', <BlockedScreen />)
}

describe('[PROF-14] the list of blocked people', () => {
  test('an unblock is sent for this profile, leaves the focus in the list, and can be undone', async () => {
    const asked = answerCalls({ 'blocks.list': { blocks: [aBlock(7), aBlock(8)] }, 'blocks.delete': {} })
    await open()
    const button = await screen.findByRole('button', { name: t('profile.unblock', { name: 'Member8' }) })
    await act(async () => void fireEvent.click(button))
    expect(asked.find(({ name }) => name === 'blocks.delete')?.params).toEqual({ profile: '8' })
    expect(document.activeElement?.getAttribute('tabindex')).toBe('-1')
    expect(document.activeElement?.contains(button)).toBe(true)
    await vi.waitFor(() => expect(toasts.value[0]?.action?.label).toBe(t('ui.undo')))
  })

  test('a block and an unblock soon after show one toast, and the match that returns opens no dialog', async () => {
    const card = aCard({ id: 8, name: 'Member8' })
    const likes = { profiles: [card], liked_by: [], liked: [], matches: [] }
    answerCalls({ 'blocks.put': {}, 'blocks.delete': {}, 'likes.get': likes })
    await open()
    startLikes()
    await block(card)
    answerCalls({ 'blocks.delete': {}, 'likes.get': { ...likes, matches: [{ id: 8, at: AT }] } })
    await unblock(card)
    expect(toasts.value.map(({ text }) => text)).toEqual([t('profile.unblockedNow', { name: 'Member8' })])
    await vi.waitFor(() => expect(likeOf(8).liked).toBe(true))
    expect(newMatch.value).toBeNull()
  })

  test('thousands of blocks are drawn in steps of a tap', async () => {
    answerCalls({ 'blocks.list': { blocks: Array.from({ length: ROWS_A_STEP + 1 }, (_, id) => aBlock(id + 2)) } })
    await open()
    await vi.waitFor(() => expect(countRows()).toBe(ROWS_A_STEP))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('ui.showMore') })))
    expect(countRows()).toBe(ROWS_A_STEP + 1)
  })

  test('says since when, or that the block waits, and without a network that it waits for that', async () => {
    answerCalls({ 'blocks.list': { blocks: [aBlock(7), aBlock(8, { waiting: true })] } })
    await open()
    expect(await screen.findByText(t('blocked.since', { day: dayOf(AT) }))).toBeDefined()
    expect(screen.getByText(t('ui.waits'))).toBeDefined()
    await act(async () => {
      onLine.value = false
    })
    expect(screen.getByText(t('ui.waitsForNetwork'))).toBeDefined()
  })

  test('a deleted profile shows its name without an age, and a fictional one its mark', async () => {
    answerCalls({
      'blocks.list': {
        blocks: [
          aBlock(7, { profile: aCard({ id: 7, name: 'Gone', exists: false }) }),
          aBlock(8, { profile: aCard({ id: 8, name: 'Mask', age: 40, fictional: true }) }),
        ],
      },
    })
    await open()
    expect((await screen.findByRole('link', { name: 'Gone' })).getAttribute('href')).toBe('/members/7')
    expect(screen.getByRole('link', { name: t('ui.nameAge', { name: 'Mask', age: 40 }) })).toBeDefined()
    expect(screen.getAllByText(t('ui.fictional'))).toHaveLength(1)
  })

  test('[SHELL-20] an empty list leads to search', async () => {
    answerCalls({ 'blocks.list': { blocks: [] } })
    await open()
    expect(await screen.findByRole('heading', { name: t('blocked.emptyTitle') })).toBeDefined()
    expect(screen.getByRole('link').getAttribute('href')).toBe('/members')
  })

  test.each([
    ['network_unavailable', 'blocked.offlineTitle'],
    ['server_error', 'error.server_error'],
  ] as const)('[SHELL-20] %s says so, and a tap asks again', async (code, title) => {
    answerCalls({ 'blocks.list': code })
    await open()
    expect(await screen.findByRole('heading', { name: t(title) })).toBeDefined()
    answerCalls({ 'blocks.list': { blocks: [aBlock(7)] } })
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('ui.tryAgain') })))
    expect(await screen.findByRole('button', { name: t('profile.unblock', { name: 'Member7' }) })).toBeDefined()
  })

  test('[SHELL-20] shows that it is loading', async () => {
    await open()
    expect(screen.getByText(t('ui.loading'))).toBeTruthy()
  })
})
