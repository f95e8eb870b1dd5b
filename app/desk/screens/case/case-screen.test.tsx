// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { expect, test, vi } from 'vitest'
import type { Case } from '#contract/desk/case.ts'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import {
  appeal,
  appealed,
  atCase,
  caseOf,
  item,
  MESSAGES,
  NOW,
  open,
  openCase,
  SUBJECT,
  submitForm,
  textIn,
} from '../../testing/case-page.tsx'
import { answerCalls, hear, press } from '../../testing/desk-page.tsx'
import { dateText, timeText } from '../../format.ts'
import { toasts } from '../../toasts.ts'
import { CaseScreen } from './case-screen.tsx'

atCase()

test('[DESK-6] a case shows the profile as it was, the changes since, links with their strength, and the history', async () => {
  await openCase()
  expect(screen.getByRole('heading', { level: 1, name: 'Case 4,127' })).toBeTruthy()
  expect(screen.getByText('“Marine engineer”')).toBeTruthy()
  expect(document.querySelector('del')?.textContent).toBe('Victor')
  expect([...document.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual(['Viktor', 'Germany'])
  expect(screen.getByText('Same device, shared by 212')).toBeTruthy()
  expect(screen.getByText('Weak')).toBeTruthy()
  expect(screen.getByText('No. 41, erased')).toBeTruthy()
  expect(screen.getByText('14 members')).toBeTruthy()
  // The misuse of reports is judged by these numbers (DSA art. 23).
  expect(screen.getByText('Reports by this member: 9, of them right: 1, without ground: 7')).toBeTruthy()
  // A link to an account that was banned says so, and no other.
  expect(screen.getByText('Banned').closest('li')?.textContent).toContain('No. 41, erased')
  await press('n')
  expect(screen.getByText('“Asked me for codes”')).toBeTruthy()
})

test('[DESK-6] a case leads to the page of its member, also without a snapshot', async () => {
  await openCase()
  expect(screen.getByRole('link', { name: 'No. 12' }).getAttribute('href')).toBe('/members/12')
  cleanup()
  await openCase({ evidence: [], items: [] })
  expect(screen.getByRole('link', { name: 'No. 12' }).getAttribute('href')).toBe('/members/12')
})

test('[DESK-6] N and P walk through the items of a case in both directions, and so do two buttons', async () => {
  const [first] = caseOf().items
  if (!first) throw new Error('no item')
  await openCase({ items: ['One', 'Two', 'Three'].map((text, index) => ({ ...first, id: 70 + index, text })) })
  await press('p')
  expect(screen.getByText('“Three”')).toBeTruthy()
  await press('n')
  expect(screen.getByText('“One”')).toBeTruthy()
  clickFirst('Item 1 of 3')
  expect(screen.getByText('“Two”')).toBeTruthy()
  clickFirst('Previous item')
  expect(screen.getByText('“One”')).toBeTruthy()
})

test('[DESK-6] a case marks the reported photo, and counts the reports about the member and their earlier decisions', async () => {
  const [snapshot] = caseOf().evidence
  if (!snapshot) throw new Error('no snapshot')
  const [photo] = snapshot.profile.photos
  if (!photo) throw new Error('no photo')
  const photos = [photo, { ...photo, id: 4, hash: 'reportedhash' }]
  const decision: Case['decisions'][number] = {
    id: 1,
    kind: 'suspended',
    reason: 'scam',
    note: 'Asked for codes',
    at: NOW,
    until: NOW + 3 * DAY_MS,
    lifted_at: null,
    staff: { id: 2, name: 'Jonas' },
    photo: null,
    removed_text: '',
    appeal: null,
    is_own: false,
  }
  await openCase({
    evidence: [{ ...snapshot, photo: 4, profile: { ...snapshot.profile, photos } }],
    history: { ...caseOf().history, upheld: 3, dismissed: 6 },
    decisions: [decision],
  })
  expect(screen.getByText('Reported', { selector: 'li *' }).closest('li')?.innerHTML).toContain('reportedhash')
  const facts = screen.getByText('Reports that were right').closest('dl')
  expect(facts?.textContent).toMatch(/Reports that were right3.*Reports without ground6/)
  const earlier = screen.getByText('Asked for codes').closest('li')?.textContent
  expect(earlier).toContain('Jonas')
  expect(earlier).toContain(`Until ${dateText(NOW + 3 * DAY_MS)}`)
})

test('[DESK-16] the tab names the case, and its key C says until when the case is claimed', async () => {
  await openCase()
  expect(document.title).toMatch(/^Case 4,127 · /)
  await press('c')
  expect(toasts.value.map(({ text }) => text)).toEqual([`You have this until ${timeText(NOW + 10 * MINUTE_MS)}.`])
})

test('[DESK-16] on a phone the focus goes to the decision and back with its button, which is hidden meanwhile', async () => {
  await openCase()
  fireEvent.click(screen.getByRole('button', { name: 'Decide' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Decision' }))
  fireEvent.click(screen.getByRole('button', { name: 'Back to the case' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Decide' }))
})

test('[DESK-4] a case says how much time is left, or how late it is', async () => {
  await openCase({ due_at: NOW + 30.5 * MINUTE_MS })
  expect(screen.getAllByText('30 min left')).toHaveLength(2)
  cleanup()
  await openCase({ due_at: NOW - 12.5 * MINUTE_MS })
  expect(screen.getAllByText('12 min late')).toHaveLength(2)
})

test('[DESK-3] messages are not in the page until V is pressed; then the row of the audit is named and photos stay covered', async () => {
  const { requests } = await openCase({}, { 'POST evidence/31/messages': () => ({ json: MESSAGES }) }, 'owner')
  expect(document.body.textContent).not.toContain('Steam cards')
  expect(screen.getByText('Showing is logged with your name')).toBeTruthy()
  await press('v')
  expect(await screen.findByText(/Buy Steam cards/)).toBeTruthy()
  expect(requests.filter(({ path }) => path === 'evidence/31/messages')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'row 88,431' }).getAttribute('href')).toBe('/audit?before=88432')
  expect(document.body.innerHTML).not.toContain('senthash')
  await press('v')
  expect(document.body.innerHTML).toContain('/api/desk/evidence/31/photos/senthash/thumb')
})

test('[DESK-3] a covered photo of the snapshot is not in the page until the look at it is logged', async () => {
  const [evidence] = caseOf().evidence
  if (!evidence) throw new Error('no evidence')
  const [photo] = evidence.profile.photos
  if (!photo) throw new Error('no photo')
  const profile = { ...evidence.profile, photos: [{ ...photo, covered: true }] }
  const { requests } = await openCase(
    { evidence: [{ ...evidence, profile }] },
    { 'POST evidence/31/photos/3/show': () => ({ json: { audit: 88_432, at: NOW } }) },
  )
  expect(document.body.innerHTML).not.toContain('openhash')
  fireEvent.click(screen.getByRole('button', { name: 'Show photo 3' }))
  await waitFor(() => expect(document.body.innerHTML).toContain('/api/desk/evidence/31/photos/openhash/thumb'))
  expect(requests.map(({ path }) => path)).toContain('evidence/31/photos/3/show')
})

test('[DESK-6] a look-alike of another account is shown beside its likeness, a covered one without its picture', async () => {
  const alike = { id: 77, owner: 40, name: 'Paul', likeness: 97, covered: false }
  const link = {
    member: 40,
    name: 'Paul',
    age: 44,
    kind: 'photo',
    strength: 'strong',
    shared_by: 2,
    banned: false,
  } as const
  await openCase({ links: [{ ...link, alike }] })
  expect(screen.getByText('97 % alike')).toBeTruthy()
  expect(document.body.innerHTML).toContain('/api/desk/photos/77/thumb')
  cleanup()
  await openCase({ links: [{ ...link, alike: { ...alike, covered: true } }] })
  expect(document.body.innerHTML).not.toContain('/api/desk/photos/77')
})

test('[DESK-4] a case of a colleague can be read but not decided, and opens by itself when the colleague releases it', async () => {
  let claim: Case['claim'] = { staff: 2, name: 'Jonas Kern', until: NOW + 6 * MINUTE_MS }
  const { requests } = await open({ 'GET cases/12': () => ({ json: caseOf({ claim }) }) })
  expect(screen.getByText('Jonas has this case')).toBeTruthy()
  expect(screen.getByText('“He wants gift cards”')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ban' })).toBeNull()
  // The button of a phone, which opens the part that says who decides.
  expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Decision' })).toBeTruthy()
  await press('7')
  expect(requests.some(({ path }) => path === 'queue/claim')).toBe(false)
  claim = null
  await hear('claim')
  expect(await screen.findByRole('button', { name: 'Ban' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Decide' })).toBeTruthy()
})

test('[DESK-4] a colleague takes the case over with a reason, which says what is wrong with it', async () => {
  let isShort = true
  const { requests } = await open({
    'GET cases/12': () => ({ json: caseOf({ claim: { staff: 2, name: 'Jonas Kern', until: NOW + 6 * MINUTE_MS } }) }),
    'POST queue/claim': () =>
      isShort
        ? { status: 400, json: { error: 'invalid_input', fields: { take_over: 'too_short' } } }
        : { json: { case: 4_127, until: NOW + 10 * MINUTE_MS } },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Take over, with a reason' }))
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  expect(document.activeElement).toBe(reason)
  screen.getByText('Jonas is working on this case and cannot decide it any more once you have taken it over.')
  fireEvent.change(reason, { target: { value: 'On leave' } })
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }))
  await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'))
  isShort = false
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.find(({ path }) => path === 'queue/claim')?.body).toEqual({ subject: SUBJECT, take_over: 'On leave' })
})

test('[DESK-4] a decision claims a free case, C keeps it in its last minute, and R releases it', async () => {
  let claim: Case['claim'] = null
  const { requests, location } = await open({
    'GET cases/12': () => ({ json: caseOf({ claim }) }),
    'POST queue/claim': () => {
      claim = { staff: 1, name: 'Orla Brennan', until: NOW + MINUTE_MS / 2 }
      return { json: { case: 4_127, until: claim.until } }
    },
    'POST queue/release': () => ({ json: { released: true } }),
  })
  await press('2')
  expect(await screen.findByText(/^Less than 1 minute left/)).toBeTruthy()
  const claims = () => requests.filter(({ path }) => path === 'queue/claim').length
  expect(claims()).toBe(1)
  await press('c')
  expect(claims()).toBe(2)
  await press('r')
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/queue'))
})

const clickFirst = (name: string) => fireEvent.click(screen.getAllByRole('button', { name })[0] ?? document)

test('[DESK-16] a hand at the mouse reads a case, and keeps its claim', async () => {
  const claim = { staff: 1, name: 'Orla Brennan', until: NOW + MINUTE_MS / 2 }
  const { requests } = await openCase({ claim }, { 'POST evidence/31/messages': () => ({ json: MESSAGES }) })
  clickFirst('Item 1 of 2')
  expect(screen.getByText('“Asked me for codes”')).toBeTruthy()
  clickFirst('Item 2 of 2')
  clickFirst('Show')
  await screen.findByText(/Buy Steam cards/)
  clickFirst('Show')
  expect(document.body.innerHTML).toContain('/api/desk/evidence/31/photos/senthash/thumb')
  clickFirst('Legal hold')
  expect(screen.getByRole('dialog', { name: 'Legal hold' })).toBeTruthy()
  clickFirst('Close')
  expect(screen.queryByRole('dialog')).toBeNull()
  // The note of the claim is there for a screen reader a moment after the case.
  await screen.findByRole('button', { name: 'Keep it' })
  clickFirst('Keep it')
  await vi.waitFor(() => expect(requests.map(({ path }) => path)).toContain('queue/claim'))
})

test('[DESK-16] Escape leaves a field, then the decision of a phone, then the case', async () => {
  const { location } = await openCase()
  await press('2')
  fireEvent.click(screen.getByRole('button', { name: 'Decide' }))
  textIn('Facts, in your words').focus()
  await press('Escape')
  expect(document.activeElement?.tagName).not.toBe('TEXTAREA')
  await press('Escape')
  expect([document.activeElement, location.history.at(-1)]).toEqual([
    screen.getByRole('button', { name: 'Decide' }),
    '/cases/member:12',
  ])
  await press('Escape')
  expect(location.history.at(-1)).toBe('/queue')
})

test('[GUARD-1] a held message is covered until a logged look, and each choice says what becomes of it', async () => {
  const flag = { ...item, kind: 'flag' as const, reason: null, text: 'message', id: 5 }
  const { requests } = await openCase(
    { items: [flag], held: [{ flag: 5, found: ['messenger'] }] },
    { 'POST flags/5/message': () => ({ json: { audit: 9, at: NOW, text: 'Write to me on Telegram.', to: 'Helen' } }) },
  )
  expect(screen.getByText('Another messenger')).toBeTruthy()
  expect(document.body.textContent).not.toContain('Telegram')
  fireEvent.click(screen.getByRole('button', { name: 'Show the message' }))
  expect(await screen.findByText('“Write to me on Telegram.”')).toBeTruthy()
  expect(screen.getByText('To Helen')).toBeTruthy()
  expect(requests.some(({ path }) => path === 'flags/5/message')).toBe(true)
  await press('1')
  expect(screen.getByText('The held message is delivered when the undo is over.')).toBeTruthy()
  await press('2')
  expect(screen.getByText('The held message reaches nobody, and its credits go back.')).toBeTruthy()
})

test('[DESK-7] a decision in force is lifted from the history, with a reason; one that is over or appealed against is not', async () => {
  const standing = { ...appealed, appeal: null }
  const decisions = [
    { ...standing, id: 4 },
    { ...standing, id: 5, until: 1 },
    { ...standing, id: 6, lifted_at: NOW },
    { ...appealed, id: 7 },
  ]
  const { requests } = await openCase({ decisions }, { 'POST decisions/4/lift': () => ({ json: { lifted: true } }) })
  const [button, ...others] = screen.getAllByRole('button', { name: /lift the decision$/ })
  expect(others).toEqual([])
  fireEvent.click(button ?? document.body)
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'The wrong Victor.' } })
  submitForm('Reason')
  await vi.waitFor(() =>
    expect(requests.find(({ path }) => path === 'decisions/4/lift')?.body).toEqual({ reason: 'The wrong Victor.' }),
  )
})

test('[DESK-6] a report that comes meanwhile, or a hold of a colleague, changes neither the item on screen nor the open hold', async () => {
  const [snapshot] = caseOf().evidence
  if (!snapshot) throw new Error('no snapshot')
  let shown: Partial<Case> = { items: [item], evidence: [snapshot] }
  const { requests } = await open({
    'GET cases/12': () => ({ json: caseOf(shown) }),
    'PUT evidence/31/hold': () => ({ json: { legal_hold: true } }),
  })
  await press('l')
  fireEvent.change(textIn('Reason'), { target: { value: 'The Garda has called.' } })
  const grave = { ...item, id: 40, text: 'She is twelve', severity: 'grave' as const }
  shown = {
    items: [grave, item],
    evidence: [
      { ...snapshot, letter: 40, number: 'R-000040' },
      { ...snapshot, legal_hold: true },
    ],
  }
  await hear('queue')
  await screen.findByText('Item 2 of 2')
  expect(screen.getByText('“He wants gift cards”')).toBeTruthy()
  submitForm('Reason')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.find(({ path }) => path.endsWith('/hold'))).toMatchObject({
    path: 'evidence/31/hold',
    body: { legal_hold: true, reason: 'The Garda has called.' },
  })
})

const openLift = (index = 0) =>
  fireEvent.click(screen.getAllByRole('button', { name: /lift the decision$/ })[index] ?? document.body)

test('[DESK-1] a text that was not sent is in its field again after the next login, and a sent one is not', async () => {
  const own = {
    items: [appeal],
    decisions: [appealed, { ...appealed, id: 4, appeal: null }, { ...appealed, id: 5, appeal: null }],
  }
  let lift: { status: number; json: object } = { status: 403, json: { error: 'own_decision' } }
  const replies = {
    'POST decisions/4/lift': () => lift,
    'POST appeals/33': () => ({ json: { upheld: false } }),
  }
  const again = async () => {
    // The end of the session takes the screen away.
    cleanup()
    await openCase(own, replies)
  }
  await openCase(own, replies)
  fireEvent.change(textIn('Answer'), { target: { value: 'We have looked again.' } })
  openLift()
  fireEvent.change(textIn('Reason'), { target: { value: 'The wrong Victor.' } })
  await again()
  openLift(1)
  expect(textIn('Reason').value, 'the reason of another decision').toBe('')
  await again()
  history.replaceState(null, '', '/cases/member:13')
  openLift()
  expect(textIn('Reason').value, 'the reason of another case').toBe('')
  history.replaceState(null, '', '/')
  await again()
  openLift()
  submitForm('Reason')
  await screen.findByRole('alert')
  await again()
  openLift()
  expect(textIn('Reason').value, 'after a refusal').toBe('The wrong Victor.')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  openLift()
  expect(textIn('Reason').value, 'after its author gave it up').toBe('')
  fireEvent.change(textIn('Reason'), { target: { value: 'The wrong Victor.' } })
  lift = { status: 200, json: { lifted: true } }
  submitForm('Reason')
  await vi.waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull())
  openLift()
  expect(textIn('Reason').value, 'once it was sent').toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))

  expect(textIn('Answer').value).toBe('We have looked again.')
  fireEvent.click(screen.getByLabelText('Keep the decision'))
  submitForm('Answer')
  await screen.findByText('The appeal is answered.')
  await again()
  expect(textIn('Answer').value, 'once it was sent').toBe('')
})

test('[DESK-2] support reads a case and sees which roles decide', async () => {
  const { requests } = await openCase({}, {}, 'support')
  expect(screen.getByText(/These roles can decide it: Moderator, Owner/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ban' })).toBeNull()
  await press('7')
  expect(requests.map(({ path }) => path)).toEqual(['cases/12'])
})

test('[SHELL-20] a case that could not be read says why and offers another try, and one that is not there says so', async () => {
  let reply: { status: number; json: unknown } = { status: 503, json: { error: 'server_busy' } }
  answerCalls({ 'GET cases/12': () => reply })
  render(
    <Router hook={memoryLocation({ path: `/cases/${SUBJECT}` }).hook}>
      <CaseScreen params={{ subject: SUBJECT }} />
    </Router>,
  )
  await screen.findByText('The server is busy. Try again in a moment.')
  expect(screen.queryByText('This case is not there')).toBeNull()
  reply = { status: 404, json: { error: 'not_found' } }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('This case is not there')
})
