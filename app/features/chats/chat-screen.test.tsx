// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import { onLine } from '../../ports/page.ts'
import { t, tCode } from '../../state/i18n.ts'
import type { Profile } from '#contract/entities/profile.ts'
import type { User } from '#contract/entities/user.ts'
import { CLOSED_REASONS } from '#contract/rules/may-write.ts'
import { clearMemberData, putAnswer } from '../../state/resource.ts'
import { noteTappedPhoto } from '../../state/tapped-photo.ts'
import { receiveTyping } from '../../state/typing.ts'
import { aCard, aChat, aDecision, anOwnProfile, aProfile, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt, type AskedCall } from '../../testing/screen-page.tsx'
import { defineOnElements } from '../../testing/elements.ts'
import { giftName } from './message-words.ts'
import { ChatScreen } from './chat-screens.tsx'
import { photoDrafts } from './composer/page-photo-drafts.ts'
import { deleting } from './deleting.ts'
import { Conversation } from './conversation.tsx'
import { drafts } from '../../state/drafts.ts'
import { outgoing } from './sending/page-outgoing.ts'

// The smallest photo: a worker would prepare a real one.
const PREPARED = vi.hoisted(() => new Blob(['photo']))
vi.mock('../../ports/photo-worker.ts', () => ({
  preparePhoto: async () => ({ photo: PREPARED, width: 4, height: 3, colours: '' }),
}))

setUpScreens()

const me = aUser({ id: 5 })
beforeEach(() => enterAs(me))

const notFound = () => screen.queryByRole('heading', { name: t('chat.notFoundTitle') })
const photo = () => document.querySelector('[data-shared-photo] img')?.getAttribute('src')
const isAskedFor = (asked: readonly AskedCall[], id: string): boolean => JSON.stringify(asked).includes(id)

describe('[CHAT-1] one conversation', () => {
  test.each([
    ['its id', { conversation: '5-7' }],
    ['its partner', { profile: 7 }],
  ])('opens by %s', async (_, props) => {
    const asked = answerCalls({})
    await showAt('/chats/5-7', <ChatScreen me={me} {...props} />)
    expect(notFound()).toBeNull()
    expect(isAskedFor(asked, '5-7')).toBe(true)
  })

  test('shows the photo of the tapped row until the conversation is there, and that of no other', async () => {
    answerCalls({})
    noteTappedPhoto('/chats/5-7', '/photos/7/thumb')
    await showAt('/chats/5-7', <ChatScreen me={me} conversation="5-7" />)
    expect(photo()).toBe('/photos/7/thumb')
    cleanup()
    await showAt('/chats/5-8', <ChatScreen me={me} conversation="5-8" />)
    expect(photo()).toBeUndefined()
  })

  test.each([
    ['two others', { conversation: '7-9' }],
    ['the member with themselves', { profile: 5 }],
    ['an unknown pair', {}],
  ])('[SHELL-4] a conversation of %s is not found, and nothing is requested', async (_, props) => {
    const asked = answerCalls({})
    await showAt('/chats/7-9', <ChatScreen me={me} {...props} />)
    expect(notFound()).not.toBeNull()
    expect(isAskedFor(asked, '7-9')).toBe(false)
    expect(screen.getByRole('link', { name: t('chat.toChats') }).getAttribute('href')).toBe('/chats')
  })

  test('[PWA-11] a conversation of two others says whose account is open here, and a wrong address does not', async () => {
    const words = t('chat.otherAccount', { name: me.profile.name })
    await showAt('/chats/7-9', <ChatScreen me={me} conversation="7-9" />)
    expect(screen.getByText(words)).toBeDefined()
    cleanup()
    await showAt('/members/5/chat', <ChatScreen me={me} profile={5} />)
    expect(screen.queryByText(words)).toBeNull()
  })
})

test.each([
  [1, true],
  [undefined, false],
])(
  '[DESK-10] [SITE-7] a chat whose member was banned for fraud (%s) warns, and leads to the page about safety: %s',
  async (at, isWarned) => {
    const profile = aCard({ id: 7, exists: false })
    const chat = aChat('5-7', { closed: 'recipient_deleted', ...(at === undefined ? {} : { warned_at: at }) })
    answerCalls({ 'messages.list': { chat, profile, messages: [], before: null, older_hidden: false } })
    await showAt('/chats/5-7', <ChatScreen me={me} conversation="5-7" />)
    await screen.findByRole('button', { name: t('chat.delete') })
    expect(screen.queryByText(t('chat.bannedForFraud')) !== null).toBe(isWarned)
    const more = screen.queryByRole('link', { name: t('chat.safetyMore') })
    expect(more?.getAttribute('href')).toBe(isWarned ? '/pages/safety' : undefined)
  },
)

test.each([
  ['a real member', false, 1],
  ['a fictional profile, which has a warning of its own', true, 0],
])('[GUARD-1] a doubtful message of %s has the warning above the composer', async (_, fictional, count) => {
  const message = {
    id: 1,
    client_id: '01890a5d-ac96-774b-bcce-000000000001',
    conversation: '5-7',
    sender: 7,
    sent_at: 1,
    type: 'text',
    text: 'Hi',
  } as const
  answerCalls({
    'messages.list': {
      chat: aChat('5-7', { my_read_up_to: 1 }),
      profile: aCard({ id: 7, fictional }),
      messages: [{ ...message, warning: ['link'] }],
      before: null,
      older_hidden: false,
    },
  })
  await showAt('/chats/5-7', <ChatScreen me={me} conversation="5-7" />)
  await screen.findByRole('textbox')
  expect(screen.queryAllByText(t('chat.warnLink'))).toHaveLength(count)
})

test.each([
  [null, true],
  ['fictional_closed', false],
] as const)(
  '[GUARD-7] a fictional profile that is closed (%s) names no price in its warning: %s',
  async (closed, hasPrice) => {
    const profile = aCard({ id: 7, name: 'Luna', fictional: true })
    answerCalls({
      'messages.list': { chat: null, profile, messages: [], before: null, older_hidden: false },
      'members.get': { profile: aProfile({ ...profile, closed }) },
    })
    await showAt('/chats/5-7', <ChatScreen me={me} conversation="5-7" />)
    await screen.findByText(t('chat.fictionalTitle', { name: 'Luna' }))
    const words = t('chat.fictionalText', { count: 1 })
    await waitFor(() => expect(document.body.textContent.includes(words)).toBe(hasPrice))
  },
)

test.each([
  ['has begun and deleted', true, 'chat.firstClosed'],
  ['has never begun', false, 'chat.firstTitle'],
] as const)('[CHAT-8] the empty conversation that a member %s is called so', async (_, talked, title) => {
  await open({}, { talked })
  expect(await screen.findByRole('heading', { name: t(title) })).toBeDefined()
  expect(screen.getByText(t('chat.firstText', { name: 'Martina' }))).toBeDefined()
})

const press = (element: Element, change: object = {}) => fireEvent.keyDown(element, { key: 'Escape', ...change })

describe('[SHELL-21] Escape in a conversation', () => {
  beforeEach(async () => {
    answerCalls({
      'messages.list': { chat: null, profile: aCard({ id: 7 }), messages: [], before: null, older_hidden: false },
    })
    await showAt('/chats/5-7', <ChatScreen me={me} conversation="5-7" />)
    await screen.findByRole('textbox')
  })

  test('leads back to the chats', () => {
    press(screen.getByRole('textbox'), { key: 'a' })
    expect(place()).toBe('/chats/5-7')
    press(screen.getByRole('textbox'))
    expect(place()).toBe('/chats')
  })

  test('leaves no entry of a conversation of a deep link in the history', () => {
    const entries = history.length
    press(screen.getByRole('textbox'))
    expect([place(), history.length]).toEqual(['/chats', entries])
  })

  test('goes back to the screen that the member came from, as the back link does', () => {
    const before = { index: 0, url: new URL('/members/7', location.href).href, sameDocument: true }
    vi.stubGlobal('navigation', { canGoBack: true, currentEntry: { index: 1 }, entries: () => [before] })
    const back = vi.spyOn(history, 'back').mockReturnValue()
    press(screen.getByRole('textbox'))
    expect([back.mock.calls.length, place()]).toEqual([1, '/chats/5-7'])
  })

  test('closes an input method or a menu instead, and leaves the conversation open', () => {
    const field = screen.getByRole('textbox')
    press(field, { isComposing: true })
    // Safari has ended the composition already.
    press(field, { keyCode: 229 })
    const inMenu = document.querySelector('[popover] button')
    if (!inMenu) throw new Error('The conversation has no menu.')
    press(inMenu)
    field.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
    press(field)
    expect(place()).toBe('/chats/5-7')
  })
})

const messages = () => screen.getByRole('region', { name: t('chat.messages', { name: 'Martina' }) })

describe('[CHAT-2] a key beside the field of a conversation', () => {
  beforeEach(async () => {
    await open(begun(message(1, 7)))
    await screen.findByRole('textbox')
    messages().focus()
  })

  test.each([{ key: 'h' }, { key: 'V', ctrlKey: true }, { key: 'v', metaKey: true }, { key: '@', altKey: true }])(
    'writes or pastes into it: %o',
    (change) => {
      press(messages(), change)
      expect(document.activeElement).toBe(field())
    },
  )

  test.each([{ key: ' ' }, { key: 'PageUp' }, { key: 'c', ctrlKey: true }, { key: 'Tab' }])(
    'scrolls, copies or moves the focus as ever: %o',
    (change) => {
      press(messages(), change)
      expect(document.activeElement).toBe(messages())
    },
  )
})

type Answer = CallAnswer<'messages.list'>

const openWith = async (change: Partial<Chat> = {}): Promise<AskedCall[]> => {
  const messages = {
    chat: aChat('5-7', change),
    profile: aCard({ id: 7 }),
    messages: [],
    before: null,
    older_hidden: false,
  }
  const asked = answerCalls({
    'messages.list': messages,
    'blocks.put': 'queued',
    'blocks.delete': 'queued',
    'chats.delete': 'queued',
    'messages.send': 'queued',
  })
  await showAt('/chats/5-7', <ChatScreen me={me} conversation="5-7" />)
  await screen.findByRole('heading', { level: 1, name: /Martina/ })
  return asked
}
const chooseInMenu = (label: string) =>
  act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: label, hidden: true })))
const sentCall = (asked: readonly AskedCall[], name: AskedCall['name']) => asked.find((one) => one.name === name)

describe('a conversation with its partner', () => {
  // happy-dom has no popovers.
  beforeEach(() => defineOnElements({ hidePopover: { value: () => {} } }))

  test('[CHAT-9] is closed by a block from its menu, and open again without one', async () => {
    const asked = await openWith()
    await chooseInMenu(t('chat.block', { name: 'Martina' }))
    expect(sentCall(asked, 'blocks.put')).toMatchObject({ params: { profile: '7' } })
    expect(screen.queryByRole('textbox')).toBeNull()
    await chooseInMenu(t('chat.unblock', { name: 'Martina' }))
    expect(sentCall(asked, 'blocks.delete')).toMatchObject({ params: { profile: '7' } })
    expect(screen.getByRole('textbox')).toBeDefined()
  })

  test('[CHAT-8] is deleted from its menu, and the list of chats comes instead', async () => {
    await openWith()
    await chooseInMenu(t('chat.delete'))
    expect(place()).toBe('/chats')
    expect(deleting.gone.value.has('5-7')).toBe(true)
  })

  test('[SAFE-8] is reported from its menu', async () => {
    await openWith()
    await chooseInMenu(t('chat.report', { name: 'Martina' }))
    expect(await screen.findByRole('dialog', { name: t('report.title', { name: 'Martina' }) })).toBeDefined()
  })

  test('[SAFE-13] a date with the partner is shared from its menu', async () => {
    await openWith()
    await chooseInMenu(t('date.menu'))
    const dialog = await screen.findByRole('dialog', { name: t('date.menu') })
    fireEvent.click(within(dialog).getByRole('button', { name: t('ui.close') }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('[CHAT-2] a typed text is sent once, and the field is empty', async () => {
    const asked = await openWith()
    const field = screen.getByRole<HTMLTextAreaElement>('textbox')
    fireEvent.change(field, { target: { value: ' Shall we meet? ' } })
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('chat.send') })))
    await expect
      .poll(() => sentCall(asked, 'messages.send')?.body)
      .toMatchObject({ profile: 7, text: 'Shall we meet?' })
    expect([field.value, asked.filter(({ name }) => name === 'messages.send').length]).toEqual(['', 1])
  })

  test('[CHAT-2] a gift that was chosen is sent', async () => {
    const asked = await openWith()
    fireEvent.click(screen.getByRole('button', { name: t('chat.sendGift') }))
    fireEvent.click(await screen.findByRole('radio', { name: giftName('rose') }))
    await act(
      async () =>
        void fireEvent.click(screen.getByRole('button', { name: t('gift.send', { gift: giftName('rose') }) })),
    )
    await expect.poll(() => sentCall(asked, 'messages.send')?.body).toMatchObject({ profile: 7, gift: 'rose' })
  })
})

const pressButton = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => void fireEvent.click(button))
}

const message = (id: number, sender: number): Message => ({
  id,
  client_id: `01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d${10 + id}`,
  conversation: '5-7',
  sender,
  sent_at: id,
  type: 'text',
  text: 'Good evening',
})
const begun = (...messages: Message[]): Partial<Answer> => ({ chat: aChat('5-7'), messages })

/** Opens the conversation with Martina. @param profile what only her profile says before the first message */
const open = async (
  answer: Partial<Answer>,
  profile: Partial<Profile> = {},
  user: Partial<User> = {},
  others: Parameters<typeof answerCalls>[0] = {},
) => {
  const asked = answerCalls({
    ...others,
    'messages.list': {
      chat: null,
      profile: aCard({ id: 7 }),
      messages: [],
      before: null,
      older_hidden: false,
      ...answer,
    },
    'members.get': { profile: aProfile(profile) },
  })
  const viewer = aUser({ id: 5, ...user })
  enterAs(viewer)
  await showAt('/chats/5-7', <Conversation me={viewer} conversation="5-7" partner={7} />)
  await screen.findByRole('heading', { name: /^Martina/ })
  return asked
}

const field = () => screen.queryByRole('textbox')
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)
const warning = () => screen.queryByText(t('chat.fictionalTitle', { name: 'Martina' }))
const isBelow = (lower: Element | null, upper: Element | null): boolean =>
  Boolean(lower && upper && upper.compareDocumentPosition(lower) & Node.DOCUMENT_POSITION_FOLLOWING)

describe('[CHAT-12] below the messages', () => {
  afterEach(() => drafts.forget(5))

  test('is the field for a message', async () => {
    await open({})
    expect(field()).not.toBeNull()
    expect(screen.queryByText(t('chat.olderHidden'))).toBeNull()
    expect(warning()).toBeNull()
  })

  test.each(CLOSED_REASONS)(
    'is the reason in place of the field, before the first message and after it: %s',
    async (closed) => {
      const words = tCode('closed', closed, { name: 'Martina' })
      for (const answer of [{}, { chat: aChat('5-7', { closed }), messages: [message(1, 7)] }]) {
        await open(answer, { closed })
        expect(await screen.findByText(words)).toBeDefined()
        expect([field(), screen.queryByText(t('icebreaker.open'))]).toEqual([null, null])
        cleanup()
        clearMemberData()
      }
    },
  )

  test('is the reason for a partner whose account is gone, although the conversation is not closed yet', async () => {
    await open({ ...begun(message(1, 7)), profile: aCard({ id: 7, name: 'Martina', exists: false }) })
    expect(screen.getByText(tCode('closed', 'recipient_deleted', { name: 'Martina' }))).toBeDefined()
    expect(field()).toBeNull()
  })

  test('[CHAT-9] is the way to end the own block, and of no other reason', async () => {
    const unblock = t('chat.unblock', { name: 'Martina' })
    await open({ chat: aChat('5-7', { closed: 'blocking' }), messages: [message(1, 7)] })
    expect(buttons()).toContain(unblock)
    cleanup()
    clearMemberData()
    await open({ chat: aChat('5-7', { closed: 'blocked' }), messages: [message(1, 7)] })
    expect(buttons()).not.toContain(unblock)
  })

  test('[CHAT-15] [CHAT-4] is the limit of a free member before the first message, with the way to Premium', async () => {
    await open({}, { talked: false }, { conversations_left: 0 })
    expect(await screen.findByText(t('limit.reached'))).toBeDefined()
    expect(screen.getByRole('link', { name: t('photo.premiumWay') }).getAttribute('href')).toBe('/premium')
    expect([field(), screen.queryByText(t('icebreaker.open'))]).toEqual([null, null])
    cleanup()
    clearMemberData()
    await open(begun(message(1, 5)), { talked: true }, { conversations_left: 0 })
    expect(field()).not.toBeNull()
  })

  test('[CHAT-15] [DESK-8] is the suspension of the member, with the way to its reason', async () => {
    const suspension = aDecision({ kind: 'suspended' })
    await open(begun(message(1, 7)), {}, { sanctioned: true }, { 'decisions.list': { decisions: [suspension] } })
    expect(await screen.findByText(t('ui.suspended'))).toBeDefined()
    const reason = await screen.findByRole('link', { name: t('ui.readDecision') })
    expect([reason.getAttribute('href'), field()]).toEqual(['/notifications#decisions', null])
  })

  test.each([
    ['restricted profile, in a conversation', 'profile_restricted', begun(message(1, 7)), true, 'contact_restricted'],
    ['restricted profile, in a new one', 'profile_restricted', {}, false, 'contact_restricted'],
    ['muted member, in a new one', 'muted', {}, false, 'begin_restricted'],
    ['muted member, in a deleted one', 'muted', {}, true, null],
    ['muted member, in a conversation', 'muted', begun(message(1, 7)), true, null],
  ] as const)('[CHAT-15] [DESK-8] is the sanction that refuses every message: %s', async (...row) => {
    const [, kind, answer, talked, error] = row
    const decisions = [aDecision({ kind })]
    await open(answer, { talked }, { sanctioned: true }, { 'decisions.list': { decisions } })
    const isRefused = error !== null
    const reason = () => (isRefused ? screen.queryByText(t(`error.${error}`)) : null)
    await vi.waitFor(() => expect([reason() !== null, field() === null]).toEqual([isRefused, isRefused]))
  })

  test('[DESK-8] is the milder sanction after the end of the stricter one', async () => {
    const decisions = [aDecision({ kind: 'suspended', until: 2 }), aDecision({ id: 2, kind: 'profile_restricted' })]
    await open(begun(message(1, 7)), {}, { sanctioned: true }, { 'decisions.list': { decisions } })
    expect(await screen.findByText(t('error.contact_restricted'))).toBeDefined()
  })
})

describe('[GUARD-1] [SAFE-8] the warning of a doubtful message', () => {
  const doubtful = begun({ ...message(1, 7), warning: ['link'] })

  test('leads to a report about that message, which can be closed again, and offers the block with the receipt', async () => {
    await open(doubtful)
    const asked = answerCalls({ 'reports.send': { number: 'R-1', at: 1 }, 'blocks.put': 'queued' })
    await pressButton(t('chat.report', { name: 'Martina' }))
    await pressButton(t('ui.close'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await pressButton(t('chat.report', { name: 'Martina' }))
    fireEvent.click(screen.getByLabelText(tCode('safety', 'reason_scam')))
    await pressButton(t('report.send'))
    await pressButton(t('report.blockToo', { name: 'Martina' }))
    expect(sentCall(asked, 'reports.send')?.body).toMatchObject({ profile: 7, message: 1, reason: 'scam' })
    expect(sentCall(asked, 'blocks.put')?.params).toEqual({ profile: '7' })
  })

  test('[CHAT-9] blocks its sender, and the place of the field then ends the block', async () => {
    await open(doubtful)
    const asked = answerCalls({ 'blocks.put': 'queued', 'blocks.delete': 'queued' })
    await pressButton(t('chat.block', { name: 'Martina' }))
    expect([sentCall(asked, 'blocks.put')?.params, field()]).toEqual([{ profile: '7' }, null])
    await pressButton(t('chat.unblock', { name: 'Martina' }))
    expect(sentCall(asked, 'blocks.delete')?.params).toEqual({ profile: '7' })
    expect(field()).not.toBeNull()
  })
})

test('[CHAT-8] [CHAT-9] a chat with somebody who has blocked the member can be deleted in place of the field', async () => {
  await open({ ...begun(message(1, 7)), chat: aChat('5-7', { closed: 'blocked' }) })
  const asked = answerCalls({ 'chats.delete': 'queued' })
  await pressButton(t('chat.delete'))
  expect([sentCall(asked, 'chats.delete')?.body, place()]).toEqual([{ conversation: '5-7' }, '/chats'])
})

test('[CHAT-2] [CHAT-5] a photo that was chosen is sent at a tap, once, under the id of its draft', async () => {
  await open({})
  const asked = answerCalls({ 'messages.photo': 'queued' })
  const chosen = new File(['x'], 'sea.jpg')
  const input = document.querySelector('[data-photos="library"]') ?? document.body
  await act(async () => void fireEvent.change(input, { target: { files: [chosen] } }))
  const send = await screen.findByRole<HTMLButtonElement>('button', { name: t('chat.sendPhoto') })
  const { id } = photoDrafts.all.value.get('5-7') ?? {}
  await waitFor(() => expect(send.disabled).toBe(false))
  fireEvent.click(send)
  fireEvent.click(send)
  await waitFor(() => expect(sentCall(asked, 'messages.photo')).toBeDefined())
  const sent = asked.filter(({ name }) => name === 'messages.photo')
  expect(sent.map(({ query, body }) => [new URLSearchParams(query).get('client_id'), body])).toEqual([[id, PREPARED]])
  expect(photoDrafts.all.value.size).toBe(0)
  outgoing.forget(5)
})

test('[CHAT-2] a photo opens on the whole screen and closes again, and one that is gone says so', async () => {
  const photo = { filename: '/photos/a/full', thumb_filename: '/photos/a/thumb', colours: '', width: 4, height: 3 }
  const { text: _, ...sent } = message(1, 7) as Extract<Message, { type: 'text' }>
  await open(begun({ ...sent, type: 'photo', photo }))
  const picture = await screen.findByRole('img', { name: /Martina/ })
  fireEvent.click(picture)
  await pressButton(t('ui.close'))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(picture)
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.error(picture)
  expect(screen.getByText(t('chat.photoGone'))).toBeDefined()
  onLine.value = false
  onLine.value = true
  expect(await screen.findByRole('img', { name: /Martina/ }), 'asked for again with the network').toBeDefined()
})

test('[CHAT-2] the sheets of gifts and of icebreakers close without a choice', async () => {
  const asked = await open({})
  for (const opens of [t('chat.sendGift'), t('icebreaker.open')]) {
    await pressButton(opens)
    await pressButton(t('ui.close'))
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  expect(asked.map(({ name }) => name)).not.toContain('messages.send')
})

describe('[CHAT-11] the warning of a fictional profile', () => {
  const profile = aCard({ id: 7, fictional: true })

  test('is beside the field, below what came, until the member has written', async () => {
    await open({ ...begun(message(1, 7)), profile })
    expect(isBelow(warning(), screen.getByText('Good evening'))).toBe(true)
    expect(isBelow(field(), warning())).toBe(true)
  })

  test('is at the beginning of the conversation after that', async () => {
    await open({ ...begun(message(1, 5)), profile })
    expect(isBelow(screen.getByText('Good evening'), warning())).toBe(true)
  })
})

test('[CHAT-10] a conversation with messages that are too old says that they are hidden, also if none are left', async () => {
  await open({ ...begun(message(1, 7)), older_hidden: true })
  expect(screen.getByText(t('chat.olderHidden'))).toBeDefined()
  cleanup()
  clearMemberData()
  await open({ chat: aChat('5-7'), older_hidden: true })
  expect(screen.getByText(t('chat.olderHidden'))).toBeDefined()
})

test('[LIKE-9] an icebreaker goes into the field of an empty conversation, and is not sent', async () => {
  const asked = await open({})
  fireEvent.click(await screen.findByRole('button', { name: t('icebreaker.open') }))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('icebreaker.1') })))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(t('icebreaker.1'))
  expect(asked.map(({ name }) => name)).not.toContain('messages.send')
  drafts.forget(5)
})

test('[LIKE-9] an opener from what both have in common goes into the field, and is not sent', async () => {
  const asked = await open({}, { interests: ['wine'] }, { profile: anOwnProfile({ id: 5, interests: ['wine'] }) })
  const list = within(await screen.findByRole('list', { name: t('icebreaker.title') }))
  fireEvent.click(list.getByRole('button', { name: /Wine: me too!/ }))
  await vi.waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toMatch(/^Wine: me too!/))
  expect(asked.map(({ name }) => name)).not.toContain('messages.send')
  drafts.forget(5)
})

test('[SHELL-19] a screen reader hears the first message of a conversation that was open and empty', async () => {
  await open({})
  const log = screen.getByRole('log')
  expect(log.textContent).toBe('')
  const profile = aCard({ id: 7 })
  const answer = { chat: aChat('5-7'), messages: [message(1, 7)], profile, before: null, older_hidden: false }
  await act(async () => putAnswer('messages.list', { params: { conversation: '5-7' }, query: {} }, answer))
  await waitFor(() => expect(log.textContent).toBe(t('chat.arrived', { name: profile.name, text: 'Good evening' })))
})

test('[CHAT-1] the button to the newest message leaves the focus in the field, and a phone its keyboard', async () => {
  defineOnElements({ clientHeight: { get: () => 100 }, scrollHeight: { get: () => 1_000 } })
  await open(begun(message(1, 7)))
  messages().scrollTop = 0
  fireEvent.scroll(messages())
  const toNewest = await screen.findByRole('button', { name: t('chat.toNewest') })
  expect(fireEvent.pointerDown(toNewest), 'the browser would move the focus').toBe(false)
})

const isThere = (): boolean => screen.queryByText(t('chat.typing', { name: 'Martina' })) !== null
const types = (typing: boolean): void => act(() => receiveTyping({ conversation: '5-7', typing }))

describe('[CHAT-7] the bubble of a partner who types', () => {
  const profile = aCard({ id: 7 })
  const arrive = (...messages: Message[]) =>
    act(async () =>
      putAnswer(
        'messages.list',
        { params: { conversation: '5-7' }, query: {} },
        { chat: aChat('5-7'), messages, profile, before: null, older_hidden: false },
      ),
    )
  beforeEach(async () => {
    await open(begun(message(1, 7)))
    vi.useFakeTimers()
  })
  afterEach(() => vi.useRealTimers())

  test('stays until the message replaces it, and comes again when the partner types on', async () => {
    types(true)
    expect(isThere()).toBe(true)
    types(false)
    expect(isThere(), 'the message is on its way').toBe(true)
    await arrive(message(1, 7), message(2, 7))
    expect(isThere()).toBe(false)
    types(true)
    expect(isThere()).toBe(true)
  })

  test('goes with the message, also if that comes before the end of the typing', async () => {
    types(true)
    await arrive(message(1, 7), message(2, 7))
    expect(isThere()).toBe(false)
  })

  test('goes after a moment if the partner has put the text aside', () => {
    types(true)
    types(false)
    act(() => void vi.advanceTimersByTime(1_000))
    expect(isThere()).toBe(false)
  })
})
