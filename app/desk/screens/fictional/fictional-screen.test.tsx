// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { FictionalProfile } from '#contract/desk/fictional.ts'
import { FACT_NAMES, noFacts } from '#contract/entities/profile-facts.ts'
import { answerCalls, atDesk, enterAs, hear, press, showAt } from '../../testing/desk-page.tsx'
import { toasts } from '../../toasts.ts'
import { FictionalScreen } from './fictional-screen.tsx'
import { NewProfileScreen, ProfileScreen } from './profile-screen.tsx'

const NOW = Date.UTC(2026, 10, 21, 14, 32)
const LUNA: FictionalProfile = {
  id: 7,
  name: 'Luna',
  age: 32,
  gender: 'female',
  country: 'DE',
  city: 'Berlin',
  language: 'de',
  paused: false,
  photo: 5,
  waiting: 2,
  numbers: { messages: 120, messages_share: 0.0125, revenue_share: null },
  form: {
    name: 'Luna',
    gender: 'female',
    date_of_birth: '1994-03-02',
    country: 'DE',
    countryregion: 'DE-BE',
    city: 'DE-BE/berlin',
    language: 'de',
    about_me: 'I paint the sea.',
    ...noFacts(FACT_NAMES),
    hair_colour: 'red',
    interests: ['art'],
    persona: 'Grew up in Kiel.',
  },
  photos: [
    { id: 5, status: 'active', main: true },
    { id: 6, status: 'pending', main: false },
  ],
  conversations: 1,
  responder: 'staff',
}
const { form: _, photos: __, conversations: ___, responder: ____, ...ROW } = LUNA
const CHOICES = {
  countries: ['DE', 'IT'],
  languages: ['de', 'en'],
  min_age: 18,
  regions: [
    { id: 'DE-BE', name: 'Berlin', cities: [{ id: 'DE-BE/berlin', name: 'Berlin' }] },
    { id: 'DE-HH', name: 'Hamburg', cities: [{ id: 'DE-HH/hamburg', name: 'Hamburg' }] },
  ],
}
const LINE = { id: 40, is_member: true, type: 'text', text: 'Do you like the sea?', at: NOW }

atDesk('marketing', NOW)

const answer = (profileNow: () => FictionalProfile = () => LUNA) =>
  answerCalls({
    'GET fictional': () => ({ json: { profiles: [ROW], total: 1, paused: 0, more: false } }),
    'GET fictional-choices': () => ({ json: CHOICES }),
    'GET fictional/7': () => ({ json: profileNow() }),
    'POST fictional': () => ({ json: { id: 7 } }),
    'PUT fictional/7': () => ({ json: profileNow() }),
    'PUT fictional/7/paused': () => ({ json: profileNow() }),
    'PUT fictional/7/photos': () => ({ json: profileNow() }),
    'DELETE fictional/7/photos/6': () => ({ json: profileNow() }),
    'GET fictional/7/conversations': () => ({
      json: { conversations: [{ id: 3, member: { id: 12, name: 'Ada' }, messages: 1, last_at: NOW }], total: 1 },
    }),
    'POST fictional/7/conversations/12/open': () => ({ json: { lines: [LINE], more: false } }),
  })

const open = async (profile: FictionalProfile = LUNA) => {
  const requests = answer(() => profile)
  showAt('/fictional/7', <ProfileScreen params={{ id: '7' }} />)
  await screen.findByRole('heading', { name: `${profile.name}, 32` })
  return requests
}
const bodyOf = (requests: Awaited<ReturnType<typeof open>>, method: string, path: string) =>
  requests.find((request) => request.method === method && request.path === path)?.body
const giveReason = (button: string) => {
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'the texts are being written anew' } })
  fireEvent.click(dialog.getByRole('button', { name: button }))
}

describe('[DESK-14] the list of fictional profiles', () => {
  test('[SAFE-7] marks each, with its country, state and shares; a share that is not counted is a dash', async () => {
    answer()
    showAt('/fictional', <FictionalScreen />)
    const table = await screen.findByRole('table', { name: 'Fictional profiles' })
    const [, row] = within(table).getAllByRole('row')
    expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Luna, 32Fictional',
      'GermanyGerman',
      'Active',
      '2',
      '120',
      '1.25 %',
      '–',
    ])
  })

  test('is searched by name and state, and N opens the form of a new one', async () => {
    const requests = answer()
    const location = showAt('/fictional', <FictionalScreen />)
    await screen.findByRole('table')
    fireEvent.change(screen.getByLabelText('Beginning of a name'), { target: { value: 'lu' } })
    fireEvent.click(screen.getByRole('button', { name: 'Find' }))
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'paused' } })
    await act(async () => {})
    expect(requests.at(-1)?.path).toBe('fictional?q=lu&state=paused')
    await press('n')
    expect(location.history.at(-1)).toBe('/fictional/new')
  })
})

describe('[DESK-14] one fictional profile', () => {
  test('is edited with all its facts', async () => {
    const requests = await open()
    await screen.findByRole('option', { name: 'Hamburg' })
    fireEvent.change(screen.getByLabelText('Region'), { target: { value: 'DE-HH' } })
    fireEvent.change(screen.getByLabelText('City'), { target: { value: 'DE-HH/hamburg' } })
    fireEvent.change(screen.getByLabelText('Eyes'), { target: { value: 'green' } })
    fireEvent.click(screen.getByLabelText('Beach'))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await act(async () => {})
    expect(bodyOf(requests, 'PUT', 'fictional/7')).toEqual({
      ...LUNA.form,
      countryregion: 'DE-HH',
      city: 'DE-HH/hamburg',
      eye_colour: 'green',
      interests: ['beach', 'art'],
    })
  })

  test('is made by the same form', async () => {
    const requests = answer()
    const location = showAt('/fictional/new', <NewProfileScreen />)
    await screen.findByRole('option', { name: 'Germany' })
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Stella' } })
    fireEvent.change(screen.getByLabelText('Country'), { target: { value: 'DE' } })
    await screen.findByRole('option', { name: 'Berlin' })
    fireEvent.change(screen.getByLabelText('Region'), { target: { value: 'DE-BE' } })
    fireEvent.click(screen.getByRole('button', { name: 'New fictional profile' }))
    await act(async () => {})
    expect(bodyOf(requests, 'POST', 'fictional')).toMatchObject({
      name: 'Stella',
      country: 'DE',
      countryregion: 'DE-BE',
    })
    expect(location.history.at(-1)).toBe('/fictional/7')
  })

  test('saves what was changed here, and undoes nothing that a colleague has saved meanwhile', async () => {
    let profile = LUNA
    const requests = answer(() => profile)
    showAt('/fictional/7', <ProfileScreen params={{ id: '7' }} />)
    await screen.findByRole('option', { name: 'Hamburg' })
    profile = { ...LUNA, form: { ...LUNA.form, persona: 'Grew up in Husum.', about_me: 'I paint boats.' } }
    await hear('fictional')
    fireEvent.change(screen.getByLabelText('Eyes'), { target: { value: 'green' } })
    fireEvent.change(screen.getByLabelText('About me'), { target: { value: 'I paint ships.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await act(async () => {})
    expect(bodyOf(requests, 'PUT', 'fictional/7')).toEqual({
      ...LUNA.form,
      persona: 'Grew up in Husum.',
      about_me: 'I paint ships.',
      eye_colour: 'green',
    })
  })

  test('[GUARD-7] a colleague who pauses it meanwhile is seen, and the open dialog still pauses', async () => {
    let profile = LUNA
    const requests = answer(() => profile)
    showAt('/fictional/7', <ProfileScreen params={{ id: '7' }} />)
    await screen.findByRole('heading', { name: 'Luna, 32' })
    await press('p')
    profile = { ...LUNA, paused: true }
    await hear('fictional')
    await screen.findByRole('button', { name: 'Resume' })
    giveReason('Pause')
    await act(async () => {})
    expect(bodyOf(requests, 'PUT', 'fictional/7/paused')).toMatchObject({ paused: true })
  })

  test('[GUARD-7] P pauses it with a reason, after the effect is said', async () => {
    const requests = await open()
    await press('p')
    expect(screen.getByRole('dialog').textContent).toContain('Credits for messages that wait go back at once')
    giveReason('Pause')
    await act(async () => {})
    expect(bodyOf(requests, 'PUT', 'fictional/7/paused')).toEqual({
      paused: true,
      reason: 'the texts are being written anew',
    })
  })

  test('its photos move and go', async () => {
    const requests = await open()
    fireEvent.click(screen.getByRole('button', { name: 'Move photo 2 forward' }))
    await act(async () => {})
    expect(bodyOf(requests, 'PUT', 'fictional/7/photos')).toEqual({ ids: [6, 5] })
    fireEvent.click(screen.getByRole('button', { name: 'Remove photo 2' }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await act(async () => {})
    expect(requests.some(({ path }) => path === 'fictional/7/photos/6')).toBe(true)
  })

  test('a photo whose removal is refused stays, with the reason', async () => {
    answerCalls({
      'GET fictional/7': () => ({ json: LUNA }),
      'GET fictional-choices': () => ({ json: CHOICES }),
      'DELETE fictional/7/photos/6': () => ({ status: 503, json: { error: 'server_busy' } }),
    })
    showAt('/fictional/7', <ProfileScreen params={{ id: '7' }} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Remove photo 2' }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The server is busy. Try again in a moment.')
    expect(toasts.value).toEqual([])
  })

  test('[DESK-2] marketing sees no conversations', async () => {
    await open()
    expect(screen.queryByRole('heading', { name: 'Conversations' })).toBeNull()
  })

  test('[DESK-3] a moderator opens a conversation with a reason', async () => {
    await enterAs('moderator')
    const requests = await open()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.getByText('Grew up in Kiel.')).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Conversation with Ada' }))
    giveReason('Open')
    expect(await screen.findByText('Do you like the sea?')).toBeTruthy()
    expect(bodyOf(requests, 'POST', 'fictional/7/conversations/12/open')).toEqual({
      reason: 'the texts are being written anew',
    })
  })
})
