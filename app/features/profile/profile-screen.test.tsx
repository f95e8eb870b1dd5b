// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callOf } from '#contract/calls.ts'
import type { Profile } from '#contract/entities/profile.ts'
import { t, tCode } from '../../state/i18n.ts'
import { loginPrompt } from '../../state/login-prompt.ts'
import { fullTitle } from '../../state/page-title.ts'
import { putAnswer } from '../../state/resource.ts'
import { noteTappedPhoto } from '../../state/tapped-photo.ts'
import { toasts } from '../../state/toasts.ts'
import { defineOnElements } from '../../testing/elements.ts'
import { aCard, aPhoto, aProfile, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt, type AskedCall } from '../../testing/screen-page.tsx'
import { giftName } from '../chats/message-words.ts'
import { ProfileScreen } from './profile-screen.tsx'

// happy-dom has no popovers.
defineOnElements({ hidePopover: { value: () => {} } })
setUpScreens()
// The menu closes itself when one of its entries is chosen.
defineOnElements({ hidePopover: { value: () => {} } })

const me = aUser()
beforeEach(() => enterAs(me))

const open = (): Promise<void> => showAt('/members/7', <ProfileScreen id="7" route="members-id" />)
const openAs = async (profile: Profile): Promise<AskedCall[]> => {
  const asked = answerCalls({
    'members.get': { profile },
    'members.related': { results: [aCard({ id: 9 })] },
    'likes.seen': {},
  })
  await open()
  await screen.findByRole('article', { name: /Martina/ })
  return asked
}
const at = (number: number) => t('profile.photoCount', { number, count: 2 })
const photo = (number: number) => screen.getByRole('button', { name: t('photo.open', { name: 'Martina', number }) })
const press = (name: string): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))
/** The requests that change something. */
const actsOf = (asked: readonly AskedCall[]) =>
  asked.map(({ name }) => name).filter((name) => callOf(name).method !== 'GET')
const reportButton = () => screen.queryByRole('button', { name: t('profile.report', { name: 'Martina' }) })
const related = () => screen.queryByRole('heading', { name: t('profile.related') })
const seenLikes = (asked: readonly AskedCall[]) =>
  asked.filter(({ name }) => name === 'likes.seen').map(({ params }) => params['profile'])
const withNewLike = (id: number): void =>
  putAnswer(
    'likes.get',
    { query: {} },
    { liked: [], liked_by: [{ id, like_new: true, at: 1 }], matches: [], profiles: [] },
  )

/** Chooses an entry of the menu, which a browser hides until it is open, or presses a button of a dialog. */
const choose = (name: 'profile.block' | 'profile.report', role: 'menuitem' | 'button') =>
  act(async () => void fireEvent.click(screen.getByRole(role, { name: t(name, { name: 'Martina' }), hidden: true })))

afterEach(() => {
  loginPrompt.value = null
})

describe('[PROF-2] the screen of a profile', () => {
  test('shows a member the report and similar profiles, and names the person in the title', async () => {
    await openAs(aProfile())
    expect(reportButton()).not.toBeNull()
    await waitFor(() => expect(related()).not.toBeNull())
    expect(fullTitle.value).toContain(t('ui.nameAge', { name: 'Martina', age: 38 }))
  })

  test('shows highlights, the number of photos, and what unlocks a locked one', async () => {
    const photos = [aPhoto('1'), aPhoto('2', { locked: true, lock: 'premium' })]
    await openAs(aProfile({ photos, photo_count: 2, interests: ['relationship'], relationship_status: 'single' }))
    expect(screen.getByText(t('profile.photoCount', { number: 1, count: 2 }))).toBeDefined()
    expect(screen.getByRole('button', { name: t('photo.locked', { name: 'Martina', number: 2 }) })).toBeDefined()
    expect(screen.getByText(t('photo.lock_premium', { name: 'Martina', count: 1 }))).toBeDefined()
    const highlights = screen.getByRole('list', { name: t('profile.highlights') })
    expect(highlights.textContent).toBe(`${t('profile.wantsRelationship')}${t('value.relationship_status_single')}`)
  })

  test('[SAFE-8] has a menu that blocks, after a question, and reports', async () => {
    await openAs(aProfile())
    const asked = answerCalls({ 'blocks.put': {} })
    await press(t('profile.menu', { name: 'Martina' }))
    // The order of the menu of a chat: what cannot be undone is last.
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      t('profile.report', { name: 'Martina' }),
      t('profile.block', { name: 'Martina' }),
    ])
    await choose('profile.block', 'menuitem')
    expect(
      within(screen.getByRole('dialog'))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['', t('ui.cancel'), t('profile.block', { name: 'Martina' })])
    for (const way of ['ui.cancel', 'ui.close'] as const) {
      await press(t(way))
      expect(screen.queryByRole('dialog')).toBeNull()
      await choose('profile.block', 'menuitem')
    }
    expect(asked).toEqual([])
    await choose('profile.block', 'button')
    expect(asked[0]).toMatchObject({ name: 'blocks.put', params: { profile: '7' } })
    await choose('profile.report', 'menuitem')
    expect(await screen.findByRole('dialog', { name: t('report.title', { name: 'Martina' }) })).toBeDefined()
  })

  test('[SAFE-8] is reported at its foot, and the receipt offers the block', async () => {
    await openAs(aProfile())
    const asked = answerCalls({ 'reports.send': { number: 'R-1', at: 1 }, 'blocks.put': {} })
    const report = t('profile.report', { name: 'Martina' })
    await press(report)
    await press(t('ui.close'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await press(report)
    fireEvent.click(screen.getByLabelText(tCode('safety', 'reason_scam')))
    await press(t('report.send'))
    await press(t('report.blockToo', { name: 'Martina' }))
    expect(actsOf(asked)).toEqual(['reports.send', 'blocks.put'])
  })

  test('[SAFE-8] reports the photo on the whole screen, also the second one; never one that cannot be seen', async () => {
    const photos = [aPhoto('70'), aPhoto('71'), aPhoto('72', { locked: true, lock: 'premium' })]
    await openAs(aProfile({ photos, photo_count: 3 }))
    const asked = answerCalls({ 'reports.send': { number: 'R-1', at: 1 } })
    await press(t('photo.open', { name: 'Martina', number: 1 }))
    await press(t('photo.next'))
    await press(t('photo.next'))
    expect(screen.queryByRole('button', { name: t('photo.report') })).toBeNull()
    await press(t('photo.previous'))
    await press(t('photo.report'))
    expect(screen.getAllByRole('dialog')).toEqual([screen.getByRole('dialog', { name: t('photo.report') })])
    fireEvent.click(screen.getByLabelText(tCode('safety', 'reason_scam')))
    await press(t('report.send'))
    expect(asked.find(({ name }) => name === 'reports.send')?.body).toMatchObject({ profile: 7, photo: '71' })
  })

  test.each([
    ['a visitor', null],
    ['the person of the profile', aUser({ id: 7 })],
  ])('[SAFE-8] offers no report of a photo to %s', async (_, viewer) => {
    enterAs(viewer)
    await openAs(aProfile({ photos: [aPhoto('70')], photo_count: 1 }))
    await press(t('photo.open', { name: 'Martina', number: 1 }))
    expect(screen.getByRole('dialog', { name: t('photo.viewer', { name: 'Martina' }) })).toBeDefined()
    expect(screen.queryByRole('button', { name: t('photo.report') })).toBeNull()
  })

  test('[CHAT-2] sends the gift that was chosen, once, and leads to the chat', async () => {
    await openAs(aProfile())
    const asked = answerCalls({ 'messages.send': 'queued' })
    await press(t('gift.give', { name: 'Martina' }))
    fireEvent.click(screen.getByRole('radio', { name: giftName('rose') }))
    await press(t('gift.send', { gift: giftName('rose') }))
    expect(screen.queryByRole('dialog')).toBeNull()
    const sent = () => asked.filter(({ name }) => name === 'messages.send').map(({ body }) => body)
    await waitFor(() => expect(sent()).toMatchObject([{ profile: 7, type: 'gift', gift: 'rose' }]))
    toasts.value[0]?.action?.run()
    expect(place()).toBe('/members/7/chat')
  })

  test('[CHAT-13] asks a visitor who wants to write to log in', async () => {
    enterAs(null)
    await openAs(aProfile())
    await press(t('profile.write', { name: 'Martina' }))
    expect(loginPrompt.value).toBe('chat')
  })

  test('has buttons to write, to like, to give and to block', async () => {
    const asked = await openAs(aProfile())
    const write = screen.getByRole('link', { name: t('profile.write', { name: 'Martina' }) })
    expect(write.getAttribute('href')).toBe('/members/7/chat')
    await press(t('likes.like', { name: 'Martina' }))
    expect(actsOf(asked)).toEqual(['likes.put'])
    await press(t('gift.give', { name: 'Martina' }))
    expect(screen.getByRole('dialog')).toBeDefined()
    await press(t('ui.close'))
    fireEvent.click(screen.getByRole('menuitem', { name: t('profile.block', { name: 'Martina' }), hidden: true }))
    await act(async () => {
      fireEvent.click(
        within(screen.getByRole('dialog')).getByRole('button', { name: t('profile.block', { name: 'Martina' }) }),
      )
    })
    expect(actsOf(asked)).toEqual(['likes.put', 'blocks.put'])
  })

  test('shows the facts and the interests of the person', async () => {
    await openAs(aProfile({ eye_colour: 'green', interests: ['music'] }))
    expect(screen.getByText(t('value.eye_colour_green'))).toBeDefined()
    expect(screen.getByText(tCode('interest', 'music'))).toBeDefined()
  })

  test.each([
    ['CHAT-13', 'profile.write', 'chat'],
    ['CHAT-13', 'gift.give', 'gift'],
    ['LIKE-8', 'likes.like', 'like'],
  ] as const)('[%s] asks a visitor to log in: %s', async (_, name, reason) => {
    enterAs(null)
    const asked = await openAs(aProfile())
    await press(t(name, { name: 'Martina' }))
    expect(loginPrompt.value).toBe(reason)
    expect([actsOf(asked), screen.queryByRole('dialog')]).toEqual([[], null])
  })

  test('[SHELL-19] the focus returns from the viewer to the photo that was viewed last', async () => {
    await openAs(aProfile({ photos: [aPhoto('1'), aPhoto('2')], photo_count: 2 }))
    fireEvent.click(photo(1))
    fireEvent.click(screen.getByRole('button', { name: t('photo.next') }))
    fireEvent.click(screen.getByRole('button', { name: t('ui.close') }))
    await waitFor(() => expect(document.activeElement).toBe(photo(2)))
  })

  test('[SHELL-19] the viewer goes to the next photo and back, and says where it is', async () => {
    await openAs(aProfile({ photos: [aPhoto('1'), aPhoto('2')], photo_count: 2 }))
    fireEvent.click(photo(1))
    const viewer = screen.getByRole('dialog', { name: t('photo.viewer', { name: 'Martina' }) })
    const button = (key: 'photo.next' | 'photo.previous') => within(viewer).queryByRole('button', { name: t(key) })
    expect(button('photo.previous')).toBeNull()
    fireEvent.click(button('photo.next') ?? viewer)
    expect([within(viewer).getByRole('status').textContent, button('photo.next')]).toEqual([at(2), null])
    fireEvent.click(button('photo.previous') ?? viewer)
    expect(within(viewer).getByRole('status').textContent).toBe(at(1))
  })

  test('[CHAT-13] asks a visitor who wants a locked photo to log in', async () => {
    enterAs(null)
    const photos = [aPhoto('1'), aPhoto('2', { locked: true, lock: 'login' })]
    await openAs(aProfile({ photos, photo_count: 2 }))
    fireEvent.click(screen.getByRole('button', { name: t('shell.login') }))
    expect(loginPrompt.value).toBe('photos')
  })

  test('shows the tapped photo until the profile is there', async () => {
    noteTappedPhoto('/members/7', 'https://visavis.test/photos/a.webp')
    answerCalls({})
    await open()
    expect(document.querySelector('[data-shared-photo] img')?.getAttribute('src')).toBe(
      'https://visavis.test/photos/a.webp',
    )
    noteTappedPhoto('/members/8', '')
  })

  test('shows a visitor no report', async () => {
    enterAs(null)
    await openAs(aProfile())
    expect(reportButton()).toBeNull()
  })

  test('shows the own profile without report and similar profiles', async () => {
    enterAs(aUser({ id: 7 }))
    const asked = await openAs(aProfile())
    expect(reportButton()).toBeNull()
    expect(asked.map(({ name }) => name)).not.toContain('members.related')
  })

  test('[LIKE-4] marks the new like of this person as seen, and no other', async () => {
    withNewLike(8)
    expect(seenLikes(await openAs(aProfile()))).toEqual([])
    cleanup()
    withNewLike(7)
    expect(seenLikes(await openAs(aProfile()))).toEqual(['7'])
  })

  test('[PROF-14] a profile that the viewer has blocked says so, shows nothing else, and can be unblocked', async () => {
    const asked = await openAs(aProfile({ blocked: true }))
    expect(screen.getByRole('heading', { name: t('profile.blockedTitle') })).toBeDefined()
    expect(related()).toBeNull()
    await press(t('profile.unblock', { name: 'Martina' }))
    expect(actsOf(asked)).toEqual(['blocks.delete'])
  })

  test('[CHAT-9] a blocked person can be unblocked and reported from their profile', async () => {
    const answers = { 'members.get': { profile: aProfile({ blocked: true }) }, 'blocks.delete': 'queued' } as const
    const asked = answerCalls(answers)
    await open()
    await screen.findByRole('article', { name: /Martina/ })
    await act(
      async () => void fireEvent.click(screen.getByRole('button', { name: t('profile.unblock', { name: 'Martina' }) })),
    )
    expect(asked.find(({ name }) => name === 'blocks.delete')?.params).toEqual({ profile: '7' })
    fireEvent.click(reportButton() ?? document.body)
    expect(await screen.findByRole('dialog')).toBeDefined()
    await press(t('ui.close'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['the server', { 'members.get': { error: 'blocked', name: 'Martina' } }],
    ['the cached profile', { 'members.get': { profile: aProfile({ closed: 'blocked' }) } }],
  ] as const)('[CHAT-9] a person who blocks the viewer is not shown: %s says it', async (_, answers) => {
    answerCalls(answers)
    await open()
    expect(await screen.findByRole('heading', { name: tCode('closed', 'blocked', { name: 'Martina' }) })).toBeDefined()
    expect(screen.queryByRole('article')).toBeNull()
  })

  test('[SHELL-4] a missing profile is not found, also when the device has a copy', async () => {
    putAnswer('members.get', { params: { id: '7' } }, { profile: aProfile() })
    answerCalls({ 'members.get': 'not_found' })
    await open()
    expect(await screen.findByText('404')).toBeDefined()
  })

  test.each([
    ['network_unavailable', 'shell.awayTitle'],
    ['server_error', 'error.server_error'],
  ] as const)('[SHELL-20] %s says so, and a tap asks again', async (code, title) => {
    answerCalls({ 'members.get': code })
    await open()
    expect(await screen.findByRole('heading', { name: t(title) })).toBeDefined()
    answerCalls({ 'members.get': { profile: aProfile() } })
    fireEvent.click(screen.getByRole('button', { name: t('ui.tryAgain') }))
    expect(await screen.findByRole('article', { name: /Martina/ })).toBeDefined()
  })

  test('[SHELL-20] shows that it is loading', async () => {
    await open()
    expect(screen.getByText(t('ui.loading'))).toBeTruthy()
  })
})
