// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EVERYONE, type AnnouncementForm, type AnnouncementReach } from '#contract/desk/announcement-form.ts'
import type { AnnouncementDraft, SentAnnouncement } from '#contract/desk/announcements.ts'
import { showTimesIn } from '../../../testing/zone.ts'
import { answerCalls, atDesk, enterAs, hear, press, showAt } from '../../testing/desk-page.tsx'
import { AnnouncementsScreen } from './announcements-screen.tsx'
import { AnnouncementDraftScreen } from './draft-screen.tsx'
import { closeDraft } from './open-draft.ts'
import { AnnouncementScreen } from './sent-screen.tsx'

const NOW = Date.UTC(2026, 10, 21, 14, 32)
const TEXT = { title: 'Snow walks', push: 'Meet outside', mail: 'First\n\nSecond', button: 'Look' }
const FORM: AnnouncementForm = {
  kind: 'news',
  path: '/swipe-game',
  last_day: '2026-12-05',
  fallback: 'en',
  audience: EVERYONE,
  texts: { en: TEXT },
}
const DRAFT: AnnouncementDraft = {
  id: 7,
  version: 3,
  form: FORM,
  made_by: 'Mia Rossi',
  changed_by: 'Orla Brennan',
  changed_at: NOW - 60_000,
}
const SENT: SentAnnouncement = {
  id: 'D-5',
  kind: 'promotions',
  title: 'Half price',
  languages: ['en'],
  audience: { languages: ['de'], countries: ['AT'], last_seen: { is: 'within', days: 30 } },
  state: 'sending',
  at: NOW - 120_000,
  by: 'Mia Rossi',
  expires: Date.UTC(2026, 11, 6),
  mail: { expected: 1200, sent: 800, waiting: 380, left_out: 15, failed: 5 },
  push: { expected: 100, sent: 0, waiting: 100, left_out: 0, failed: 0 },
}
const REACH: AnnouncementReach = {
  mail: 1200,
  push: 300,
  members: 1234,
  languages: [
    { language: 'en', members: 1197 },
    { language: 'pl', members: 37 },
  ],
}

atDesk('owner', NOW)
let frame: { mockRestore: () => void }
beforeEach(() => {
  // The frame of a mail is an empty page here.
  frame = vi.spyOn(HTMLIFrameElement.prototype, 'getAttribute').mockReturnValue('')
})
afterEach(() => {
  closeDraft(DRAFT.id)
  frame.mockRestore()
})

const PREVIEW = { language: 'en', subject: TEXT.title, push: { title: TEXT.title, body: TEXT.push } }
const base = (): Parameters<typeof answerCalls>[0] => ({
  'GET announcements': () => ({ json: { drafts: [], sent: [SENT], total: 1 } }),
  'GET announcements/countries': () => ({ json: { countries: ['DE', 'AT'] } }),
  'POST announcements/reach': () => ({ json: REACH }),
  'GET announcements/drafts/7': () => ({ json: DRAFT }),
  'PUT announcements/drafts/7': ({ body }) => ({ json: { version: versionIn(body) + 1 } }),
  'POST announcements/drafts': () => ({ json: { id: 8 } }),
  'POST announcements/drafts/7/send': () => ({ json: { id: 'D-7' } }),
  'POST announcements/drafts/7/send-service': () => ({ json: { id: 'D-7' } }),
  'POST announcements/drafts/7/test': () => ({ json: { mail: 'orla@visavis.test' } }),
  'GET announcements/sent/D-5': () => ({ json: { announcement: SENT, form: FORM } }),
  'POST announcements/sent/D-5/stop': () => ({ json: {} }),
  ...Object.fromEntries(
    ['en', 'de', 'pl', 'it'].flatMap((language) => [
      [`GET announcements/drafts/7/preview/${language}`, () => ({ json: PREVIEW })],
      [`GET announcements/sent/D-5/preview/${language}`, () => ({ json: PREVIEW })],
    ]),
  ),
})
const versionIn = (body: unknown): number => (body as { version: number }).version

const openList = (replies: Parameters<typeof answerCalls>[0] = {}) => {
  const requests = answerCalls({ ...base(), ...replies })
  return { requests, location: showAt('/announcements', <AnnouncementsScreen />) }
}
const openDraftScreen = async (replies: Parameters<typeof answerCalls>[0] = {}) => {
  const requests = answerCalls({ ...base(), ...replies })
  const location = showAt('/announcements/drafts/7', <AnnouncementDraftScreen params={{ id: '7' }} />)
  await screen.findByDisplayValue(TEXT.title)
  await screen.findByText('1,234')
  return { requests, location }
}
const openSent = async (replies: Parameters<typeof answerCalls>[0] = {}) => {
  const requests = answerCalls({ ...base(), ...replies })
  const location = showAt('/announcements/D-5', <AnnouncementScreen params={{ id: 'D-5' }} />)
  await screen.findByRole('heading', { level: 1, name: 'Half price' })
  return { requests, location }
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
type SentCall = { method: string; path: string; body: unknown }
const bodiesOf = (requests: readonly SentCall[], method: string, path: string) =>
  requests.filter((one) => one.method === method && one.path === path).map(({ body }) => body)
const SAVE = ['PUT', 'announcements/drafts/7'] as const
const dialog = () => within(screen.getByRole('dialog'))

test('[DESK-14] the list has each announcement with state, progress, audience and sender', async () => {
  showTimesIn('UTC')
  openList()
  const table = await screen.findByRole('table', { name: 'Sent' })
  const [, row] = within(table).getAllByRole('row')
  expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Half price',
    'Sending',
    'Offer',
    'German · Austria · seen in the last 30 days',
    '800 of 1,300 sent',
    '14:30Mia Rossi',
  ])
  const bar = within(table).getByRole('progressbar', { name: 'Progress of “Half price”' })
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['820', '1300'])
})

test('[DESK-14] the list reads again when the desk hears of announcements', async () => {
  const { requests } = openList()
  await screen.findByRole('table', { name: 'Sent' })
  await hear('announcements')
  expect(bodiesOf(requests, 'GET', 'announcements')).toHaveLength(2)
})

test('[DESK-14] N begins a draft, also where nothing was sent yet', async () => {
  const { location } = openList({ 'GET announcements': () => ({ json: { drafts: [], sent: [], total: 0 } }) })
  await screen.findByRole('heading', { name: 'No announcements yet' })
  await press('n')
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/announcements/drafts/8'))
})

test('a list that cannot be loaded says why, and is loaded on request', async () => {
  let isOffline = true
  openList({
    'GET announcements': () => {
      if (isOffline) throw new TypeError('no network')
      return { json: { drafts: [], sent: [SENT], total: 1 } }
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached')
  isOffline = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Sent' })).toBeTruthy()
})

test('[DESK-14] typed text is stored after a pause, once, with the version seen', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { requests } = await openDraftScreen()
  type('Subject', 'Snow')
  type('Subject', 'Snow walk')
  expect(screen.getByText('Saving…')).toBeTruthy()
  expect(bodiesOf(requests, ...SAVE)).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(bodiesOf(requests, ...SAVE)).toEqual([
    { version: 3, form: { ...FORM, texts: { en: { ...TEXT, title: 'Snow walk' } } } },
  ])
  await screen.findByText('Saved')
  type('Subject', 'Snow walks!')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(bodiesOf(requests, ...SAVE).map(versionIn)).toEqual([3, 4])
  vi.useRealTimers()
})

test('[DESK-14] without a network the text stays, and is saved later; a lost answer is no conflict', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let stored = DRAFT
  let mode: 'offline' | 'lost' | 'well' = 'offline'
  await openDraftScreen({
    'GET announcements/drafts/7': () => ({ json: stored }),
    'PUT announcements/drafts/7': ({ body }) => {
      if (mode === 'offline') throw new TypeError('no network')
      const { version, form } = body as { version: number; form: AnnouncementForm }
      if (version !== stored.version) return { status: 409, json: { error: 'changed_meanwhile', by: 'Orla' } }
      stored = { ...stored, version: version + 1, form }
      if (mode === 'lost') throw new TypeError('no network')
      return { json: { version: stored.version } }
    },
  })
  type('Subject', 'Ice')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The server cannot be reached')
  expect(alert.textContent).toContain('The desk tries again by itself.')
  expect(screen.getByText('Not saved')).toBeTruthy()
  mode = 'lost'
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(stored.form.texts.en?.title).toBe('Ice')
  expect(screen.getByText('Not saved')).toBeTruthy()
  mode = 'well'
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await screen.findByText('Saved')
  expect(screen.queryByRole('alert')).toBeNull()
  vi.useRealTimers()
})

test('[DESK-14] a save that the server refuses for good says that the next change tries again, and it does', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isAllowed = false
  const { requests } = await openDraftScreen({
    'PUT announcements/drafts/7': ({ body }) =>
      isAllowed
        ? { json: { version: versionIn(body) + 1 } }
        : { status: 403, json: { error: 'role_required', roles: ['marketing'] } },
  })
  type('Subject', 'Ice')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The desk tries again when you change something.')
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(bodiesOf(requests, ...SAVE)).toHaveLength(1)
  isAllowed = true
  type('Subject', 'Ice!')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await screen.findByText('Saved')
  vi.useRealTimers()
})

test('[DESK-14] text of a session that ended is there after the login', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const out = { 'PUT announcements/drafts/7': () => ({ status: 401, json: { error: 'staff_login_required' } }) }
  const requests = answerCalls({ ...base(), ...out })
  const { unmount } = showAt('/announcements/drafts/7', <AnnouncementDraftScreen params={{ id: '7' }} />)
  await screen.findByDisplayValue(TEXT.title)
  type('Subject', 'Ice')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  unmount()
  expect(bodiesOf(requests, ...SAVE)).not.toEqual([])
  answerCalls(base())
  showAt('/announcements/drafts/7', <AnnouncementDraftScreen params={{ id: '7' }} />)
  await screen.findByDisplayValue('Ice')
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await screen.findByText('Saved')
  vi.useRealTimers()
})

test('[DESK-14] a colleague’s change is shown, and the own text can be kept as a new draft', async () => {
  const theirs = { ...DRAFT, version: 9, form: { ...FORM, path: '/theirs' } }
  let isRead = false
  const { requests, location } = await openDraftScreen({
    'GET announcements/drafts/7': () => {
      const json = isRead ? theirs : DRAFT
      isRead = true
      return { json }
    },
    'PUT announcements/drafts/7': () => ({ status: 409, json: { error: 'changed_meanwhile', by: 'Mia' } }),
  })
  type('Subject', 'Ice')
  expect((await screen.findByRole('alert')).textContent).toContain('A colleague has changed')
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine as a new draft' }))
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/announcements/drafts/8'))
  expect(bodiesOf(requests, 'POST', 'announcements/drafts')).toEqual([
    { form: { ...FORM, texts: { en: { ...TEXT, title: 'Ice' } } } },
  ])
})

/** Types into a draft that a colleague has changed or sent, and asks for the newest state. */
const takeTheirs = async (read: { status?: number; json: unknown }, error: string) => {
  let isRead = false
  const { location } = await openDraftScreen({
    'GET announcements/drafts/7': () => {
      if (isRead) return read
      isRead = true
      return { json: DRAFT }
    },
    'PUT announcements/drafts/7': () => ({ status: error === 'not_found' ? 404 : 409, json: { error, by: 'Mia' } }),
  })
  type('Subject', 'Ice')
  fireEvent.click(await screen.findByRole('button', { name: 'Show the newest' }))
  return location
}

test('[DESK-14] the newest state of a draft takes the place of the own text on request', async () => {
  await takeTheirs({ json: { ...DRAFT, version: 9, form: { ...FORM, path: '/theirs' } } }, 'changed_meanwhile')
  expect(await screen.findByDisplayValue('/theirs')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[DESK-14] a draft that a colleague has sent or discarded leads to the list on request', async () => {
  const location = await takeTheirs({ status: 404, json: { error: 'not_found' } }, 'not_found')
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/announcements'))
})

test('[DESK-14] the recipients are counted live, and languages without a text are named with their fallback', async () => {
  const { requests } = await openDraftScreen()
  expect(screen.getByText('1,200 by mail, 300 by push')).toBeTruthy()
  expect(screen.getByText('37 members read Polish and get the text in English.')).toBeTruthy()
  const languages = screen.getByRole('group', { name: 'Languages of the members' })
  fireEvent.click(within(languages).getByRole('button', { name: 'German' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Austria' }))
  fireEvent.change(screen.getByLabelText('Last visit'), { target: { value: 'before' } })
  fireEvent.change(screen.getByLabelText('Days'), { target: { value: '90' } })
  const audience = { languages: ['de'], countries: ['AT'], last_seen: { is: 'before', days: 90 } }
  await vi.waitFor(() =>
    expect(bodiesOf(requests, 'POST', 'announcements/reach').at(-1)).toEqual({ kind: 'news', audience }),
  )
})

test('[DESK-14] a text that lacks a part keeps the draft from being sent, and the list names it', async () => {
  const { requests } = await openDraftScreen()
  await press('3')
  type('Subject', 'Schnee')
  const languages = screen.getByRole('group', { name: 'Language of the text' })
  expect(within(languages).getByRole('button', { name: 'German, not complete' })).toBeTruthy()
  expect(within(languages).getByRole('button', { name: 'English, complete' })).toBeTruthy()
  expect(within(languages).getByRole('button', { name: 'Polish, no text' })).toBeTruthy()
  expect(screen.getByText('German, Mail: Missing')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
  await press('Enter', { ctrlKey: true })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bodiesOf(requests, 'POST', 'announcements/drafts/7/send')).toEqual([])
})

test('[DESK-14] a pasted text that is too long is stored whole, and keeps the draft from being sent', async () => {
  const { requests } = await openDraftScreen()
  const text = 'x'.repeat(3_030)
  type('Mail', text)
  expect(screen.getByText('30 characters too long, at most 3,000')).toBeTruthy()
  expect(screen.getByText('English, Mail: Too long')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
  await vi.waitFor(() =>
    expect(bodiesOf(requests, ...SAVE)).toMatchObject([{ form: { texts: { en: { mail: text } } } }]),
  )
})

test('[DESK-14] the confirmation names the number, and sends the saved version', async () => {
  const { requests, location } = await openDraftScreen()
  type('Subject', 'Ice')
  await press('Enter', { ctrlKey: true })
  expect(await screen.findByRole('dialog', { name: 'Send this announcement?' })).toBeTruthy()
  fireEvent.click(await dialog().findByRole('button', { name: 'Send to 1,234 members' }))
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/announcements/D-7'))
  expect(bodiesOf(requests, 'POST', 'announcements/drafts/7/send')).toEqual([
    { version: 4, confirmed: { members: 1234 } },
  ])
})

test('[DESK-14] a refused number is counted again, and the dialog stays', async () => {
  const { requests } = await openDraftScreen({
    'POST announcements/drafts/7/send': () => ({ status: 409, json: { error: 'recipients_changed' } }),
  })
  await press('Enter', { ctrlKey: true })
  await screen.findByRole('dialog')
  const before = bodiesOf(requests, 'POST', 'announcements/reach').length
  fireEvent.click(await dialog().findByRole('button', { name: 'Send to 1,234 members' }))
  expect((await dialog().findByRole('alert')).textContent).toContain('has changed clearly')
  expect(bodiesOf(requests, 'POST', 'announcements/reach').length).toBe(before + 1)
})

test('[DESK-2] marketing writes `service` and cannot send it; an owner sends it by its own call', async () => {
  const service = { 'GET announcements/drafts/7': () => ({ json: { ...DRAFT, form: { ...FORM, kind: 'service' } } }) }
  await enterAs('marketing')
  const { requests } = await openDraftScreen(service)
  expect(screen.getByText(/Only an owner sends a service announcement/)).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Languages of the members' })).toBeNull()
  expect(screen.queryByLabelText('Notification')).toBeNull()
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
  await act(() => enterAs('owner'))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  fireEvent.click(await (await screen.findByRole('dialog'), dialog()).findByRole('button', { name: /^Send to/ }))
  await vi.waitFor(() => expect(bodiesOf(requests, 'POST', 'announcements/drafts/7/send-service')).toHaveLength(1))
})

test('[DESK-14] T mails the saved draft, in the language on screen, to the person at the desk', async () => {
  const { requests } = await openDraftScreen()
  await press('3')
  await press('t')
  await vi.waitFor(() =>
    expect(bodiesOf(requests, 'POST', 'announcements/drafts/7/test')).toEqual([{ language: 'de' }]),
  )
})

test('[DESK-14] a draft is discarded only after it was confirmed', async () => {
  const { requests, location } = await openDraftScreen({ 'DELETE announcements/drafts/7': () => ({ json: {} }) })
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  fireEvent.click(dialog().getByRole('button', { name: 'Close' }))
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  fireEvent.click(dialog().getByRole('button', { name: 'Discard' }))
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/announcements'))
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(true)
})

test('[DESK-14] the page, the last day and the language for all others are stored', async () => {
  const { requests } = await openDraftScreen()
  type('Page the button opens', '/credits')
  type('Last day of sending', '2026-12-24')
  type('Language for everyone else', 'de')
  await vi.waitFor(() =>
    expect(bodiesOf(requests, ...SAVE).at(-1)).toMatchObject({
      form: { path: '/credits', last_day: '2026-12-24', fallback: 'de' },
    }),
  )
})

test('[DESK-14] a sent announcement has true counts by channel, and X stops it with a reason', async () => {
  const { requests } = await openSent()
  const table = screen.getByRole('table', { name: 'Messages' })
  const rows = within(table).getAllByRole('row')
  expect(rows.map(({ children }) => [...children].map(({ textContent }) => textContent))).toEqual([
    ['Channel', 'Expected', 'Sent', 'Waiting', 'Left out', 'Failed'],
    ['Mails', '1,200', '800', '380', '15', '5'],
    ['Pushes', '100', '0', '100', '0', '0'],
  ])
  await press('x')
  fireEvent.change(dialog().getByLabelText('Reason'), { target: { value: 'sent with a wrong date' } })
  fireEvent.click(dialog().getByRole('button', { name: 'Stop' }))
  await vi.waitFor(() =>
    expect(bodiesOf(requests, 'POST', 'announcements/sent/D-5/stop')).toEqual([{ reason: 'sent with a wrong date' }]),
  )
})

test('[DESK-14] C copies a sent announcement as a new draft; a stopped one cannot be stopped again', async () => {
  const stopped = { ...SENT, state: 'stopped' }
  const { requests, location } = await openSent({
    'GET announcements/sent/D-5': () => ({ json: { announcement: stopped, form: FORM } }),
  })
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
  await press('c')
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/announcements/drafts/8'))
  expect(bodiesOf(requests, 'POST', 'announcements/drafts')).toEqual([{ form: FORM }])
})

test('an address of something that was sent or discarded says so', async () => {
  answerCalls({ 'GET announcements/drafts/7': () => ({ status: 404, json: { error: 'not_found' } }) })
  showAt('/announcements/drafts/7', <AnnouncementDraftScreen params={{ id: '7' }} />)
  expect(await screen.findByRole('heading', { name: 'This is not there any more' })).toBeTruthy()
})
