// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { DAY_MS } from '#contract/limits.ts'
import { controlled } from '../../ports/service-worker.ts'
import { errorText } from '../../state/error-text.ts'
import { locale, showChosenLocale, t } from '../../state/i18n.ts'
import { clearMemberData, putAnswer } from '../../state/resource.ts'
import { aDecision, anOwnProfile, aUser } from '../../testing/factories.ts'
import { descriptionOf } from '../../testing/elements.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { setServerAhead } from '../../testing/zone.ts'
import { drafts } from '../../state/drafts.ts'
import { AccountRail } from './account-rail.tsx'
import { MeScreen } from './me-screen.tsx'

setUpScreens()

const me = aUser()
const link = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('a[href="#prompts"]')
  if (!found) throw new Error('no link to the prompts')
  return found
}
const isFormOpen = (): boolean => document.querySelector('#prompts form') !== null
/** The environment changes the fragment without the event of a browser. */
const tap = async (): Promise<void> => {
  const before = location.hash
  await act(async () => void fireEvent.click(link()))
  if (location.hash === '#prompts' && before === '#prompts') return
  location.hash = '#prompts'
  await act(async () => void window.dispatchEvent(new HashChangeEvent('hashchange')))
}

describe('[PROF-2] an idea for the own profile', () => {
  test('opens its form on the same screen, a second time too', async () => {
    enterAs(me)
    await showAt('/profile', <MeScreen me={me} />)
    expect(isFormOpen()).toBe(false)
    await tap()
    expect(isFormOpen()).toBe(true)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('ui.cancel') })))
    expect(isFormOpen()).toBe(false)
    await tap()
    expect(isFormOpen()).toBe(true)
  })
})

test('[PWA-9] Me offers to install the app', async () => {
  enterAs(me)
  await showAt('/profile', <MeScreen me={me} />)
  expect(screen.getByRole('button', { name: new RegExp(`^${t('shell.installApp')}`) })).toBeDefined()
})

const waits = async (waiting: boolean, connection: 'online' | 'offline'): Promise<boolean> => {
  cleanup()
  controlled.value = true
  const owner = aUser({ profile: anOwnProfile(waiting ? { waiting } : {}) })
  enterAs(owner)
  putAnswer('device.state', {}, { connection, waiting: 1, failed: [] })
  await showAt('/profile', <MeScreen me={owner} />)
  return document.body.textContent.includes(t('ui.waitsForNetwork'))
}

test('[PWA-2] Me says without a network that an edit of the profile waits', async () => {
  expect([await waits(true, 'offline'), await waits(true, 'online'), await waits(false, 'offline')]).toEqual([
    true,
    false,
    false,
  ])
})

test.each([
  ['ui.tryAgain', 'device.retry'],
  ['me.discard', 'device.discard'],
] as const)('[PWA-3] Me has a refused write with its reason, and %s does it: %s', async (button, call) => {
  controlled.value = true
  enterAs(me)
  const id = '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e'
  putAnswer(
    'device.state',
    {},
    { connection: 'online', waiting: 0, failed: [{ id, kind: 'profile.put', failure: { error: 'rate_limited' } }] },
  )
  const asked = answerCalls({ 'device.retry': {}, 'device.discard': {} })
  await showAt('/profile', <MeScreen me={me} />)
  expect(screen.getByText(t('me.refused', { count: 1 }))).toBeDefined()
  // Several writes have the same buttons.
  const description = `${t('shell.myProfile')} ${errorText({ error: 'rate_limited' })}`
  const settle = await screen.findByRole('button', { name: t(button), description })
  await act(async () => void fireEvent.click(settle))
  expect(asked.find(({ name }) => name === call)?.params).toEqual({ id })
})

test('[SITE-2] Me shows the language of the account again once a refused choice of another one is discarded', async () => {
  controlled.value = true
  enterAs({ ...me, language: 'de' })
  const id = '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e'
  const failed = [{ id, kind: 'user.language', failure: { error: 'invalid_input' } as const }]
  putAnswer('device.state', {}, { connection: 'online', waiting: 0, failed })
  answerCalls({ 'device.discard': {} })
  const before = locale.peek()
  await showAt('/profile', <MeScreen me={me} />)
  fireEvent.click(await screen.findByRole('button', { name: t('me.discard') }))
  await waitFor(() => expect([before, locale.peek()]).toEqual(['en', 'de']))
  await act(() => showChosenLocale(before))
})

test.each([
  ['a file that would be refused again', 'photos.add', 'photo_type'],
  ['a message that a block refused, as in its chat', 'messages.send', 'blocked'],
] as const)('[PWA-3] Me offers no other attempt for %s', async (_, kind, error) => {
  controlled.value = true
  enterAs(me)
  const id = '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e'
  const failed = [{ id, kind, failure: { error } }]
  putAnswer('device.state', {}, { connection: 'online', waiting: 0, failed })
  await showAt('/profile', <MeScreen me={me} />)
  expect(await screen.findByRole('button', { name: t('me.discard') })).toBeDefined()
  expect(screen.queryByRole('button', { name: t('ui.tryAgain') })).toBeNull()
})

test('[PWA-3] Me names each refused write, and leads to the chat or profile that it was about', async () => {
  controlled.value = true
  enterAs(me)
  const failed = [
    { kind: 'messages.send', profile: 7 },
    { kind: 'likes.put', profile: 8 },
    { kind: 'photos.order' },
    { kind: 'of a newer worker' },
  ].map((one, index) => ({
    ...one,
    id: `01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0${index}`,
    failure: { error: 'rate_limited' } as const,
  }))
  putAnswer('device.state', {}, { connection: 'online', waiting: 0, failed })
  await showAt('/profile', <MeScreen me={me} />)
  const names = [t('me.write_message'), t('shell.likes'), t('chat.photo'), '']
  const reason = errorText({ error: 'rate_limited' })
  const retries = await screen.findAllByRole('button', { name: t('ui.tryAgain') })
  expect(retries.map((retry) => descriptionOf(retry))).toEqual(names.map((name) => `${name} ${reason}`))
  const links = [t('gift.toChat'), t('chat.viewProfile')].map((name) => screen.getByRole('link', { name }))
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/members/7/chat', '/members/8'])
})

test.each([
  ['on the own profile', <MeScreen key="me" me={me} />],
  ['beside the screens of Me', <AccountRail key="rail" me={me} route="transactions" />],
])('[SHELL-14] a tap %s logs the member out', async (_, part) => {
  enterAs(me)
  const asked = answerCalls({ logout: {} })
  await showAt('/profile', part)
  await act(async () => screen.getByRole('button', { name: t('shell.logout') }).click())
  await vi.waitFor(() => expect(asked.map(({ name }) => name)).toContain('logout'))
})

test('[DESK-8] a suspended member reads of the decision, and is offered no change of the profile', async () => {
  enterAs(me)
  const upheld = { at: 2, text: '', number: 'A-7', answered_at: 3, upheld: true, answer: '' }
  const suspended = aDecision({ kind: 'suspended' })
  const seen = async (...decisions: CallAnswer<'decisions.list'>['decisions']) => {
    cleanup()
    clearMemberData()
    const sanctioned = { ...me, sanctioned: true }
    enterAs(sanctioned)
    answerCalls({ 'decisions.list': { decisions } })
    await showAt('/profile', <MeScreen me={sanctioned} />)
    const decision =
      screen.queryByRole('link', { name: t('ui.readDecision'), hidden: true })?.getAttribute('href') ?? null
    const offersIdeas = document.querySelector('a[href="#prompts"]') !== null
    expect(screen.queryByText(t('photos.addMore')) !== null).toBe(offersIdeas)
    const about = screen.getByLabelText(t('me.editPart', { part: t('me.about') }))
    expect(about.closest('fieldset')?.disabled).toBe(!offersIdeas)
    return [decision, offersIdeas]
  }
  expect(await seen(aDecision({ kind: 'banned' }))).toEqual(['/notifications#decisions', false])
  expect(await seen({ ...suspended, until: Date.now() + 60_000 })).toEqual(['/notifications#decisions', false])
  expect(await seen(aDecision({ kind: 'warned' }))).toEqual([null, true])
  expect(await seen({ ...suspended, until: 2 }), 'it is over').toEqual([null, true])
  expect(await seen({ ...suspended, appeal: upheld }), 'it was taken back').toEqual([null, true])
  setServerAhead(2 * DAY_MS)
  expect(await seen({ ...suspended, until: Date.now() + DAY_MS }), 'it is over by the server’s clock').toEqual([
    null,
    true,
  ])
})

test('[DESK-8] a draft that a suspended member cannot save says why, and that it stays', async () => {
  const sanctioned = { ...me, sanctioned: true }
  enterAs(sanctioned)
  drafts.write(me.id, 'profile-about', JSON.stringify('Begun before'))
  answerCalls({ 'decisions.list': { decisions: [aDecision({ kind: 'suspended' })] } })
  await showAt('/profile', <MeScreen me={sanctioned} />)
  expect(about()).toBe('Begun before')
  const section = within(screen.getByRole('region', { name: t('me.about') }))
  expect(section.getByText(t('me.noSaving'))).toBeDefined()
  expect(section.getByText(t('me.draftStays'))).toBeDefined()
  expect(section.queryByRole('button', { name: t('me.save') })).toBeNull()
})

/** How often Me asks for the decisions. */
const questionsOf = async (sanctioned: boolean | undefined) => {
  cleanup()
  clearMemberData()
  const { sanctioned: _, ...same } = me
  const user = { ...same, ...(sanctioned !== undefined && { sanctioned }) }
  enterAs(user)
  const asked = answerCalls({ 'decisions.list': { decisions: [] } })
  await showAt('/profile', <MeScreen me={user} />)
  return asked.filter(({ name }) => name === 'decisions.list').length
}

test('[DESK-8] the decisions are asked for only if the account has a sanction', async () => {
  expect(await questionsOf(false)).toBe(0)
  expect(await questionsOf(true)).toBe(1)
  expect(await questionsOf(undefined), 'an older row says nothing').toBe(1)
})

const about = () => document.querySelector<HTMLTextAreaElement>('#about textarea')?.value

test('[PROF-9] words that are not saved yet are there again after a look at another screen, until they are cancelled', async () => {
  enterAs(me)
  const show = () => showAt('/profile', <MeScreen me={me} />)
  await show()
  fireEvent.click(screen.getByRole('button', { name: t('me.editPart', { part: t('me.about') }) }))
  fireEvent.change(screen.getByRole('textbox', { name: t('me.about') }), { target: { value: 'Half a sentence' } })
  cleanup()
  await show()
  expect(about()).toBe('Half a sentence')
  fireEvent.click(screen.getByRole('button', { name: t('ui.cancel') }))
  cleanup()
  await show()
  expect(about()).toBeUndefined()
})

test('[PROF-9] own words that are not saved yet stay on the device over a reload; what is chosen from a list does not', async () => {
  enterAs(me)
  const show = () => showAt('/profile', <MeScreen me={me} />)
  const stored = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(`draft:${me.id}:`))
  // This page's memory holds nothing, as after a reload.
  drafts.write(me.id, 'profile-about', JSON.stringify('From before the reload'))
  drafts.write(me.id, 'profile-prompts', JSON.stringify([{ prompt: 'sunday', answer: 'asleep' }]))
  await show()
  expect(about()).toBe('From before the reload')
  expect(screen.getByDisplayValue('asleep')).toBeDefined()
  fireEvent.change(screen.getByRole('textbox', { name: t('me.about') }), { target: { value: 'And more' } })
  expect(drafts.read(me.id, 'profile-about')).toBe(JSON.stringify('And more'))
  for (const button of screen.getAllByRole('button', { name: t('ui.cancel') })) fireEvent.click(button)
  expect(stored()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: t('me.editPart', { part: t('me.name') }) }))
  fireEvent.change(screen.getByRole('textbox', { name: t('signup.name') }), { target: { value: 'Another' } })
  expect(stored()).toEqual([])
})

test('a damaged draft of the own words is not shown', async () => {
  enterAs(me)
  drafts.write(me.id, 'profile-about', '{"about":')
  drafts.write(me.id, 'profile-prompts', '[{"prompt":"unknown"}]')
  await showAt('/profile', <MeScreen me={me} />)
  expect([about(), isFormOpen()]).toEqual([undefined, false])
})
