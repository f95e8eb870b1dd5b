// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { atCase, caseOf, DECIDED, item, NOW, open, openCase, PREVIEW, typeFacts } from '../../testing/case-page.tsx'
import { hear, press } from '../../testing/desk-page.tsx'

atCase()

test('[DESK-8] a decision about which many reporters hear names few of them, and counts the others', async () => {
  await openCase({}, { 'POST cases/12/preview': () => ({ json: { ...PREVIEW, more_reporters: 298 } }) })
  await press('7')
  expect(await screen.findByText(/^Helen, Ruth and 298 others will hear the outcome\. Undo for 30 s\.$/)).toBeTruthy()
})

test('[DESK-8] 7 bans, the statement is on the screen in both languages, Ctrl Enter sends, and U takes back within 30 s', async () => {
  const { requests, location } = await openCase(
    {},
    { 'POST cases/12/decide': () => ({ json: DECIDED }), 'POST cases/12/undo': () => ({ json: { undone: true } }) },
  )
  await press('7')
  expect(screen.getByRole('button', { name: 'Ban' }).getAttribute('aria-pressed')).toBe('true')
  expect(await screen.findByText('Dein Konto ist gesperrt.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'English' }))
  expect(screen.getByText('Your account is banned.')).toBeTruthy()
  expect(screen.getByText(/^Helen, Ruth will hear the outcome/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Warn the 14 members/ }).checked).toBe(true)

  await press('Enter', { ctrlKey: true })
  expect(screen.getByText('A decision states its facts.')).toBeTruthy()
  expect(requests.some(({ path }) => path === 'cases/12/decide')).toBe(false)
  typeFacts('Asked for 300 € in gift cards.')
  await press('Enter', { ctrlKey: true })
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/queue'))
  expect(requests.find(({ path }) => path === 'cases/12/decide')?.body).toMatchObject({
    act: 'ban',
    reason: 'scam',
    facts: 'Asked for 300 € in gift cards.',
    warn: true,
    until: null,
  })
  expect(screen.getByText(/^Victor: Ban. 2 reports answered/)).toBeTruthy()

  await press('u')
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/cases/member:12'))
  expect(requests.at(-1)).toMatchObject({ path: 'cases/12/undo', body: { at: NOW } })
  expect(screen.getByText('Taken back: everything is as before for Victor.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Facts, in your words').value).toBe(
    'Asked for 300 € in gift cards.',
  )
})

test('[DESK-8] facts that are too long say by how much, stay whole, and are not sent', async () => {
  const { requests } = await openCase({}, { 'POST cases/12/decide': () => ({ json: DECIDED }) })
  await press('2')
  expect(await screen.findByText('Dein Konto ist gesperrt.')).toBeTruthy()
  const previews = () => requests.filter(({ path }) => path === 'cases/12/preview').length
  const before = previews()
  vi.useFakeTimers()
  typeFacts(`${'x'.repeat(4_001)} `)
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  expect(previews(), 'no preview is refused, so the statement stays').toBe(before)
  expect(screen.getByText('1 character too long, at most 4,000')).toBeTruthy()
  await press('Enter', { ctrlKey: true })
  const facts = screen.getByLabelText<HTMLTextAreaElement>('Facts, in your words')
  expect([facts.value.length, document.activeElement]).toEqual([4_002, facts])
  expect(requests.some(({ path }) => path === 'cases/12/decide')).toBe(false)
})

test('[DESK-8] a decision that did not reach the server says that nothing has changed, and keeps the text', async () => {
  const { location, requests } = await openCase(
    {},
    { 'POST cases/12/decide': () => ({ status: 500, json: { error: 'server_error' } }) },
  )
  await press('2')
  typeFacts('Insulted two members.')
  await press('Enter', { ctrlKey: true })
  expect(await screen.findByText('Nothing has changed for Victor. Your text is still here.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Facts, in your words').value).toBe('Insulted two members.')
  expect(location.history.at(-1)).toBe('/cases/member:12')

  // The answer may have been lost: the same decision has the same id, a changed one another.
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText('Nothing has changed for Victor. Your text is still here.')
  typeFacts('Insulted three members.')
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText('Nothing has changed for Victor. Your text is still here.')
  const sent = requests.filter(({ path }) => path === 'cases/12/decide')
  const ids = sent.map(({ body }) => (body as Record<string, unknown>)['client_id'])
  expect(sent.at(-1)?.body).toMatchObject({ case: 4_127 })
  expect(ids).toHaveLength(3)
  expect(ids[0]).toEqual(expect.any(String))
  expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false])
})

test.each([
  ['not_found', 404],
  ['changed_meanwhile', 409],
  ['claimed_by_other', 409],
])('[DESK-8] a decision that is refused with %s reads the case again, and keeps the text', async (error, status) => {
  const { requests } = await openCase(
    {},
    { 'POST cases/12/decide': () => ({ status, json: { error, by: 'Jonas Kern', until: NOW } }) },
  )
  await press('2')
  typeFacts('Insulted two members.')
  await press('Enter', { ctrlKey: true })
  await vi.waitFor(() => {
    const sent = requests.findIndex(({ path }) => path === 'cases/12/decide')
    expect(requests.slice(sent).map(({ method, path }) => `${method} ${path}`)).toContain('GET cases/12')
  })
  expect(screen.getByLabelText<HTMLTextAreaElement>('Facts, in your words').value).toBe('Insulted two members.')
})

test.each([
  [
    'is lost',
    () => {
      throw new TypeError('no network')
    },
  ],
  ['is a page of a proxy', () => ({ status: 504, json: '<html>' })],
])('[DESK-8] a decision whose answer %s may have been made, and the text stays', async (_, reply) => {
  await openCase({}, { 'POST cases/12/decide': reply })
  await press('2')
  typeFacts('Insulted two members.')
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  await press('Enter', { ctrlKey: true })
  const alert = await screen.findByRole('alert')
  // The end of the panel may be below the window.
  expect(scrolled.mock.contexts.some((shown) => shown instanceof Element && shown.contains(alert))).toBe(true)
  expect(alert.textContent).toBe(
    'The server cannot be reached. If you just changed something, look whether it was done.' +
      'The decision may have been made. Your text is still here: sent again unchanged, it counts once.',
  )
  expect(screen.getByLabelText<HTMLTextAreaElement>('Facts, in your words').value).toBe('Insulted two members.')
})

test('[DESK-7] a suspension has an end, a removal names its subject, and E edits the statement', async () => {
  const { requests } = await openCase({}, { 'POST cases/12/decide': () => ({ json: DECIDED }) })
  await press('3')
  expect(screen.getByLabelText<HTMLSelectElement>('Remove').value).toBe('message:71')
  await press('6')
  expect(within(screen.getByLabelText('Duration')).queryByText('No end')).toBeNull()
  fireEvent.change(screen.getByLabelText('Duration'), { target: { value: '30' } })
  typeFacts('Third warning.')
  await screen.findByText('Dein Konto ist gesperrt.')
  await press('e')
  const statement = screen.getByLabelText<HTMLTextAreaElement>('Statement in German')
  expect(statement.value).toBe('Dein Konto ist gesperrt.\n\nGrund: Betrug')
  fireEvent.change(statement, { target: { value: 'Dein Konto ruht.' } })
  await press('Enter', { ctrlKey: true })
  const body = requests.find(({ path }) => path === 'cases/12/decide')?.body
  expect(body).toMatchObject({ act: 'suspend', statement: 'Dein Konto ruht.' })
  const { until } = body as { until: number }
  expect(Math.round((until - NOW) / (24 * 60 * MINUTE_MS))).toBe(30)
})

const choose = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })
const click = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
const decided = (requests: Awaited<ReturnType<typeof openCase>>['requests']) =>
  requests.find(({ path }) => path === 'cases/12/decide')?.body

test('[DESK-5] [DESK-7] a photo of the snapshot is removed by mouse, under a rule of photos', async () => {
  const { requests } = await openCase({}, { 'POST cases/12/decide': () => ({ json: DECIDED }) })
  click('Remove')
  choose('Remove', 'photo:3')
  choose('Rule', 'not_you')
  typeFacts('A known actor.')
  click('Remove and send')
  await vi.waitFor(() =>
    expect(decided(requests)).toMatchObject({ act: 'remove_photo', photo: 3, photo_reason: 'not_you' }),
  )
})

test('[DESK-10] a ban warns nobody if the box is cleared', async () => {
  const { requests } = await openCase({}, { 'POST cases/12/decide': () => ({ json: DECIDED }) })
  click('Ban')
  fireEvent.click(screen.getByRole('checkbox', { name: /^Warn the 14 members/ }))
  typeFacts('Asked for cards.')
  click('Ban and send')
  await vi.waitFor(() => expect(decided(requests)).toMatchObject({ act: 'ban', warn: false }))
})

test('[DESK-8] a statement that was edited goes back to the template, and the member gets that', async () => {
  const { requests } = await openCase({}, { 'POST cases/12/decide': () => ({ json: DECIDED }) })
  click('Ban')
  await screen.findByText('Dein Konto ist gesperrt.')
  click('English')
  click('Deutsch')
  expect(screen.getByText('Dein Konto ist gesperrt.')).toBeTruthy()
  click('Edit the statement')
  choose('Statement in German', 'Tja.')
  click('Back to the template')
  expect(screen.queryByLabelText('Statement in German')).toBeNull()
  typeFacts('Asked for cards.')
  click('Ban and send')
  await vi.waitFor(() => expect(decided(requests)).toMatchObject({ statement: '' }))
})

test('[DESK-8] a decision about a fictional profile says that nobody gets a statement', async () => {
  await openCase({ member: { ...caseOf().member, fictional: true } })
  await press('7')
  expect(screen.getByText(/^Nobody gets a statement, since no member is behind a fictional profile\./)).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 400)) // The preview is asked for after a pause of 300 ms.
  expect(screen.queryByText('Victor gets')).toBeNull()
})

test('[DESK-4] the rule of the most severe item is proposed, not the first one of the list', async () => {
  const [first] = caseOf().items
  if (!first) throw new Error('The case has a report')
  await openCase({
    items: [
      { ...first, reason: 'fake', severity: 'rest' },
      { ...first, id: 32, reason: 'minor', severity: 'grave' },
    ],
  })
  await press('7')
  expect(screen.getByLabelText<HTMLSelectElement>('Rule').value).toBe('minor')
})

test('[DESK-8] reports of another rule than the decision’s are named, and each reporter hears about their own report', async () => {
  const [first, second] = caseOf().items
  const [snapshot] = caseOf().evidence
  if (!first || !second || !snapshot) throw new Error('The case has two reports and a snapshot')
  const third = { ...second, id: 33, number: 'R-000033', reason: 'hate' } as const
  const { requests } = await openCase(
    {
      items: [first, { ...second, number: 'R-000032', reason: 'harassment' }, third],
      evidence: [snapshot, { ...snapshot, letter: 32, number: 'R-000032', message: 72 }],
    },
    { 'POST cases/12/decide': () => ({ json: DECIDED }) },
  )
  await press('1')
  expect(screen.queryByRole('group', { name: 'Which reports are right?' })).toBeNull()
  await press('3')
  expect(within(screen.getByLabelText('Remove')).getByText('Reported message, R-000032')).toBeTruthy()
  await press('7')
  const reports = within(screen.getByRole('group', { name: 'Which reports are right?' }))
  const ticks = () =>
    reports.getAllByRole<HTMLInputElement>('checkbox').map((box) => [box.parentElement?.textContent, box.checked])
  expect(ticks()).toEqual([
    ['Scam: R-000031', true],
    ['Harassment: R-000032', false],
    ['Hate: R-000033', false],
  ])
  fireEvent.click(reports.getByLabelText('Hate: R-000033'))
  typeFacts('Asked for cards.')
  await press('Enter', { ctrlKey: true })
  await vi.waitFor(() =>
    expect(requests.find(({ path }) => path === 'cases/12/decide')?.body).toMatchObject({
      right: [31, 33],
      wrong: [32],
    }),
  )
})

test('[GUARD-4] [GUARD-6] a choice says that an automatic mute, or the restriction after an age check, ends', async () => {
  const flag = { ...item, kind: 'flag' as const, reason: null, text: 'reports', id: 5 }
  await openCase({ items: [flag, { ...flag, kind: 'age', text: 'age', id: 6 }] })
  await press('n')
  expect(screen.getByText('Doubt about the age')).toBeTruthy()
  await press('1')
  expect(screen.getByText('The automatic mute ends.')).toBeTruthy()
  expect(screen.getByText(/^The restriction because of the age ends/)).toBeTruthy()
  await press('4')
  expect(screen.queryByText('The automatic mute ends.')).toBeNull()
  expect(screen.getByText(/^The restriction because of the age ends/)).toBeTruthy()
  // The rule of a doubt about the age is proposed, so this finds a minor.
  await press('5')
  expect(screen.queryByText(/^The restriction because of the age ends/)).toBeNull()
  fireEvent.change(screen.getByLabelText('Rule'), { target: { value: 'scam' } })
  expect(screen.getByText(/^The restriction because of the age ends/)).toBeTruthy()
})

test('[DESK-4] a case that a colleague decides says so before one’s own decision is sent', async () => {
  let isDecided = false
  await open({
    'GET cases/12': () => ({
      json: isDecided ? caseOf({ items: [], claim: null, due_at: null, severity: null }) : caseOf(),
    }),
    'POST queue/claim': () => ({ json: { case: 4_127, until: NOW + 10 * MINUTE_MS } }),
    'POST cases/12/preview': () => ({ json: PREVIEW }),
  })
  await press('6')
  expect(screen.queryByText(/^This case has been decided meanwhile\./)).toBeNull()
  isDecided = true
  await hear('queue')
  await screen.findByText(/^This case has been decided meanwhile\./)
})
