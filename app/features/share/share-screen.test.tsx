// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { SHARE_PLACE } from '#contract/device.ts'
import type { Chat } from '#contract/entities/chat.ts'
import type { User } from '#contract/entities/user.ts'
import { controlled } from '../../ports/service-worker.ts'
import { t } from '../../state/i18n.ts'
import { placeToReturn } from '../../state/login-prompt.ts'
import { aCard, aChat, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { drafts } from '../../state/drafts.ts'
import { ShareScreen } from './share-screen.tsx'
import { kindOf, checkPhoto } from './shared-photo.tsx'
import { appended, named, recentOf } from './shared.tsx'

const PNG = vi.hoisted(() => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(64).fill(0)]))
vi.mock('../../ports/cached-photo.ts', async (load) => ({
  ...(await load<object>()),
  cachedPhoto: async (_: string, name: string) => new File([PNG], name),
}))

setUpScreens()

type Draft = CallAnswer<'device.drafts'>['drafts'][number]
const aDraft = (change: Partial<Draft> = {}): Draft => ({
  id: '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e',
  place: SHARE_PLACE,
  name: '',
  bytes: 4,
  text: 'Shall we go there?',
  ...change,
})
const open = async (
  me: User | null,
  stored: Draft[],
  path = '/share',
  answers: Parameters<typeof answerCalls>[0] = {},
): Promise<void> => {
  enterAs(me)
  answerCalls({ 'device.drafts': { drafts: stored }, ...answers })
  await showAt(path, <ShareScreen me={me} />)
}
const LISTED = {
  chats: [aChat('1-7')],
  profiles: [aCard({ id: 7 })],
  counts: { unread_messages: 0, new_likes: 0 },
  seq: 1,
  next: null,
}
const link = (): string | null => screen.getByRole('link').getAttribute('href')

const toProfile = () => screen.queryByRole('button', { name: t('shared.toProfile', { count: 1 }) })

const choose = async (): Promise<void> => {
  const person = await screen.findByRole('button', { name: /Martina/ })
  await act(async () => void fireEvent.click(person))
}

beforeEach(() => {
  controlled.value = true
})

const pageOf = (partners: readonly number[], next: string | null) => ({
  ...LISTED,
  chats: partners.map((id) => aChat(`1-${id}`)),
  profiles: partners.map((id) => aCard({ id, name: `Member ${id}` })),
  next,
})

describe('[PWA-9] an item shared from another app', () => {
  test('is shown to a member', async () => {
    await open(aUser(), [aDraft()])
    expect(await screen.findByText('Shall we go there?')).toBeDefined()
    expect(screen.queryByText(/only the first/i)).toBeNull()
  })

  test('[SAFE-7] can go to a fictional profile, which is marked, and nobody else is', async () => {
    const [chat] = LISTED.chats
    const chats = [chat, { ...chat, conversation: '1-8', profile: 8 }]
    const profiles = [aCard({ id: 7 }), aCard({ id: 8, name: 'Luna', fictional: true })]
    await open(aUser(), [aDraft()], '/share', { 'chats.get': { ...LISTED, chats, profiles } as typeof LISTED })
    const people = await screen.findAllByRole('button', { name: /Martina|Luna/ })
    const marked = people.filter(({ textContent }) => textContent.includes(t('ui.fictional')))
    expect(marked.map(({ textContent }) => textContent.includes('Luna'))).toEqual([true])
    expect(people).toHaveLength(2)
  })

  test('[SHELL-20] says why there are no chats to choose from, with a retry', async () => {
    await open(aUser(), [aDraft()], '/share', { 'chats.get': 'server_error' })
    expect(await screen.findByText(t('error.server_error'))).toBeDefined()
    expect(await screen.findByRole('button', { name: t('ui.tryAgain') })).toBeDefined()

    const asked = answerCalls({})
    fireEvent.click(screen.getByRole('button', { name: t('ui.tryAgain') }))
    expect(asked.map(({ name }) => name)).toEqual(['chats.get'])
  })

  test('waits for the login of a visitor, who does not see it', async () => {
    await open(null, [aDraft()])
    expect(await screen.findByRole('heading', { name: t('shared.loginTitle') })).toBeDefined()
    expect(screen.getByRole('link', { name: t('shell.login') }).getAttribute('href')).toBe('/login')
    expect(screen.queryByText('Shall we go there?')).toBeNull()
  })

  test.each(['shell.login', 'index.signup'] as const)('leads a visitor back to it after %s', async (way) => {
    await open(null, [aDraft()])
    fireEvent.click(await screen.findByRole('link', { name: t(way) }))
    expect(placeToReturn()).toBe('/share')
  })

  test('is not a photo that was chosen for a chat', async () => {
    await open(aUser(), [aDraft({ place: '1-7' })])
    expect(await screen.findByRole('heading', { name: t('shared.emptyTitle') })).toBeDefined()
  })

  test.each([
    ['a member to search', aUser(), '/members'],
    ['a visitor to the front page', null, '/'],
  ])('[SHELL-20] without an item the screen leads %s', async (_, me, path) => {
    await open(me, [])
    expect(await screen.findByRole('heading', { name: t('shared.emptyTitle') })).toBeDefined()
    expect(link()).toBe(path)
  })

  test.each([
    ['?lost=full', 'error.storage_full'],
    ['?lost=', 'shared.lostText'],
  ] as const)('[PWA-3] a lost item has its reason: %s', async (search, text) => {
    await open(aUser(), [aDraft()], `/share${search}`)
    expect(await screen.findByRole('heading', { name: t('shared.lostTitle') })).toBeDefined()
    expect(screen.getByText(t(text))).toBeDefined()
  })

  test.each([
    [
      'stays in the draft, once, while no answer says whether it has moved',
      'network_unavailable',
      'Shall we go there?',
    ],
    ['leaves the draft again when the device refuses it', 'storage_full', ''],
  ] as const)('a text %s', async (_, refusal, words) => {
    const me = aUser()
    await open(me, [aDraft()], '/share', {
      'chats.get': LISTED,
      'device.drafts.move': refusal,
    })
    await choose()
    expect(drafts.read(me.id, '1-7')).toBe(words)
    await choose()
    expect(drafts.read(me.id, '1-7')).toBe(words)
  })

  test('is discarded by its member, and only then', async () => {
    enterAs(aUser())
    const asked = answerCalls({ 'device.drafts': { drafts: [aDraft()] }, 'device.drafts.drop': {} })
    await showAt('/share', <ShareScreen me={aUser()} />)
    const discard = await screen.findByRole('button', { name: t('shared.discard') })
    const dropped = () => asked.filter(({ name }) => name === 'device.drafts.drop')
    expect(dropped()).toEqual([])
    await act(async () => void fireEvent.click(discard))
    expect(dropped()).toMatchObject([{ params: { key: SHARE_PLACE } }])
  })

  test('[PROF-3] is a photo for the profile once it was checked, says why it cannot be used, and can be removed', async () => {
    const ids = ['d', 'e', 'f'].map((last) => `01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0${last}`)
    const drafts = ids.map((id) => aDraft({ id, text: undefined, name: 'sea.png' }))
    enterAs(aUser())
    const asked = answerCalls({ 'device.drafts': { drafts }, 'device.drafts.drop': {} })
    await showAt('/share', <ShareScreen me={aUser()} />)
    const [fine, broken] = await screen.findAllByRole('img', { name: /\d/ })
    if (!fine || !broken) throw new Error('The photos are not shown.')
    expect(toProfile()).toBeNull()
    Object.defineProperties(fine, { naturalWidth: { value: 640 }, naturalHeight: { value: 480 } })
    await act(async () => {
      fireEvent.load(fine)
      fireEvent.error(broken)
    })
    expect(toProfile()).not.toBeNull()
    expect(screen.getByRole('alert').textContent).toContain(t('error.photo_broken'))
    for (const number of [1, 2])
      await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('shared.remove', { number }) })))
    const dropped = asked.filter(({ name }) => name === 'device.drafts.drop').map(({ params }) => params['key'])
    expect(dropped).toEqual(ids.slice(0, 2))
  })

  test('is for one of many chats, found by a part of the name', async () => {
    const ids = [7, 8, 9, 10, 11, 12]
    const profiles = ids.map((id) => aCard({ id, name: id === 9 ? 'Jürgen' : `Member ${id}` }))
    const chats = ids.map((id) => aChat(`1-${id}`))
    await open(aUser(), [aDraft()], '/share', { 'chats.get': { ...LISTED, chats, profiles } })
    fireEvent.change(await screen.findByLabelText(t('shared.search')), { target: { value: 'jurg' } })
    expect(screen.getAllByRole('button', { name: /Jürgen|Member/ }).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Jürgen'),
    ])
  })

  test('[PWA-9] is for a partner of a later page too, once a name is typed', async () => {
    const ids = [7, 8, 9, 10, 11, 12]
    await open(aUser(), [aDraft()], '/share', { 'chats.get': pageOf(ids, '200') })
    const field = await screen.findByLabelText(t('shared.search'))
    const asked = answerCalls({ 'chats.get': pageOf([13], null) })
    await act(async () => void fireEvent.change(field, { target: { value: '13' } }))
    expect((await screen.findByRole('button', { name: /Member/ })).textContent).toContain('Member 13')
    expect(asked.map(({ query }) => query)).toEqual(['after=200'])
  })

  test('[SHELL-20] shows that it is loading until the device has answered', async () => {
    enterAs(aUser())
    await showAt('/share', <ShareScreen me={aUser()} />)
    expect(screen.getByText(t('ui.loading'))).toBeTruthy()
  })
})

const chat = (profile: number, sent_at: number | null, over: Partial<Chat> = {}): Chat =>
  aChat(`7-${profile}`, {
    last_message:
      sent_at === null
        ? null
        : { id: profile, client_id: 'c', conversation: `7-${profile}`, sender: 7, sent_at, type: 'text', text: 'x' },
    ...over,
  })
const cards = [aCard({ id: 8, name: 'Zoë' }), aCard({ id: 9, name: 'Jürgen' }), aCard({ id: 10, name: 'Anna' })]
const idsOf = (recent: readonly { profile: { id: number } }[]) => recent.map(({ profile }) => profile.id)

test('[PWA-9] the latest conversation comes first, waiting messages count; closed conversations are left out [CHAT-9]', () => {
  const waiting = {
    client_id: 'w',
    conversation: '7-8',
    sender: 7,
    sent_at: 50,
    state: 'queued',
    failure: null,
  } as const
  const chats = [
    chat(9, 20),
    chat(8, 10, { waiting: { ...waiting, type: 'text', text: 'w' } }),
    chat(10, 30, { closed: 'blocked' }),
    chat(11, 40),
  ]
  expect(idsOf(recentOf(chats, cards))).toEqual([8, 9])
})

test('[PWA-9] a partner is found by a part of the name, with or without its accents', () => {
  const recent = recentOf([chat(8, 3), chat(9, 2), chat(10, 1)], cards)
  expect(idsOf(named(recent, ' zoe'))).toEqual([8])
  expect(idsOf(named(recent, 'JÜR'))).toEqual([9])
  expect(idsOf(named(recent, ' '))).toEqual([8, 9, 10])
  expect(named(recent, 'q')).toEqual([])
  const lukasz = recentOf([chat(11, 4)], [aCard({ id: 11, name: 'Łukasz Groß 🎉' })])
  for (const typed of ['lukasz', 'gross', '🎉']) expect(idsOf(named(lukasz, typed))).toEqual([11])
})

test('[CHAT-2] shared text is appended to a draft, and nothing is lost', () => {
  expect(appended('', 'look')).toBe('look')
  expect(appended('Dear Zoë', 'look')).toBe('Dear Zoë\nlook')
  expect(appended('Dear Zoë', '')).toBe('Dear Zoë')
  expect([appended('look', 'look'), appended('Dear Zoë\nlook', 'look')]).toEqual(['look', 'Dear Zoë\nlook'])
  expect(appended('outlook', 'look')).toBe('outlook\nlook')
})

const JPEG = { type: 'image/jpeg', animated: false } as const
const HEIC = { type: 'image/heic', animated: false } as const
const big = { width: 900, height: 1_200 }

test('[PWA-9][PROF-3] a photo is good once its bytes and its picture were checked', () => {
  expect(checkPhoto(undefined, undefined)).toBe('checking')
  expect(checkPhoto(undefined, big)).toBe('checking')
  expect(checkPhoto(JPEG, undefined)).toBe('checking')
  expect(checkPhoto(JPEG, big)).toBe('good')
})

test('[PWA-9][PROF-3] an unusable photo is shown with the reason', () => {
  expect(checkPhoto(null, undefined)).toBe('photo_type')
  expect(checkPhoto({ type: 'image/png', animated: true }, big)).toBe('photo_animated')
  expect(checkPhoto(JPEG, null)).toBe('photo_broken')
  expect(checkPhoto(HEIC, null)).toBe('heic')
  expect(checkPhoto(HEIC, big)).toBe('good')
  expect(checkPhoto(JPEG, { width: 900, height: 100 })).toBe('photo_too_small')
})

test('[SAFE-3] the type of a file comes from its bytes, not from its declared type', async () => {
  expect(await kindOf(new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], { type: 'text/plain' }))).toEqual(JPEG)
  expect(await kindOf(new Blob(['<html>'], { type: 'image/jpeg' }))).toBeNull()
})
