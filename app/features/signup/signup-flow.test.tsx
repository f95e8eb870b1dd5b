// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import type { Settings } from '#contract/entities/settings.ts'
import type { User } from '#contract/entities/user.ts'
import { noteServerTime, now } from '../../ports/clock.ts'
import { hasPasskeys, makesPasskeysHere } from '../../ports/passkeys.ts'
import { askPosition, positionPermission } from '../../ports/position.ts'
import { activation, NOT_ASKED } from '../../state/activation.ts'
import { t } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { FIRST_MESSAGE_KEY, typedEmail } from '../../state/login-prompt.ts'
import { toasts } from '../../state/toasts.ts'
import { aUser } from '../../testing/factories.ts'
import { signupOpen } from '../../shell/open-signup.tsx'
import dialog from '../../ui/dialog.module.css'
import { SignupDialog } from './signup-dialog.tsx'
import { areSignupsOpen, SignupFlow } from './signup-flow.tsx'
import { setUpTexts } from '../../testing/texts.ts'

vi.mock('../../ports/passkeys.ts', { spy: true })
vi.mock('../../ports/position.ts', { spy: true })
vi.mock('../../ports/photo-worker.ts', () => ({
  preparePhoto: async () => ({ photo: new Blob(['x'], { type: 'image/webp' }), width: 4, height: 3, colours: '' }),
}))

type SentRequest = { method: string; url: string; body: unknown }
const asked: SentRequest[] = []

setUpTexts()

const site = (change: Partial<Settings> = {}): void =>
  putAnswer('settings.get', {}, { settings: { ...DEFAULT_SETTINGS, ...change }, domain_language: 'en' })

beforeEach(() => {
  asked.length = 0
  sessionStorage.clear()
  site()
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    asked.push({ method, url, body: body === undefined ? null : JSON.parse(body) })
    return Response.json({ error: 'network_unavailable' }, { status: 503 })
  })
})

const PLACES: CallAnswer<'regions.get'> = {
  countries: [
    {
      country: 'IT',
      regions: [
        { id: 'IT-45', name: 'Emilia-Romagna', cities: [{ id: 'IT-45/bologna', name: 'Bologna' }] },
        { id: 'IT-32', name: 'Trentino', cities: [{ id: 'IT-32/bolzano', name: 'Bolzano' }] },
        { id: 'IT-25', name: 'Lombardia', cities: [{ id: 'IT-25/milano', name: 'Milano' }] },
      ],
      largest: ['IT-25/milano', 'IT-45/bologna'],
    },
  ],
}

afterEach(async () => {
  cleanup()
  // The completion of one test may still send its mail, and its outcome must not reach the next test.
  await vi.waitUntil(() => !activation.value.busy, { timeout: 15_000 })
  activation.value = NOT_ASKED
  vi.unstubAllGlobals()
})

const heading = (): string | null => screen.getByRole('heading', { level: 1 }).textContent
const storedSteps = () => asked.filter(({ body }) => JSON.stringify(body).includes('signup_step'))
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
const progress = (): string | null => screen.getByRole('progressbar').getAttribute('aria-valuenow')

const joining = (signup_step: number | null): User =>
  aUser({ status: 'not_confirmed', settings: { ...DEFAULT_MEMBER_SETTINGS, signup_step } })

const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })
const largeCities = () => screen.queryByRole('group', { name: t('signup.largeCities') })
const card = (): string => screen.getByRole('region', { name: t('signup.seeing') }).textContent ?? ''

const picture = () => screen.getByRole('region', { name: t('signup.seeing') }).querySelector('img')?.src
const password = () => screen.queryByLabelText(t('login.password'))
const saysNoGift = () => screen.queryByText(t('signup.noGift')) !== null
const note = (): string | null =>
  screen
    .queryAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('') || null

const fillYou = (): void => {
  type(t('signup.name'), 'Daniele')
  type(t('signup.birthDate'), '14/9/1985')
  fireEvent.click(screen.getByLabelText(t('signup.male')))
}

/** From the second question to the filled account, without a photo. */
const answerUpToAccount = (): void => {
  fillYou()
  press(t('signup.continue'))
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'bol' } })
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
  press(t('signup.continue'))
  press(t('signup.skip'))
  type(t('login.email'), 'daniele@example.test')
  type(t('login.password'), 'a rather long password')
}

/** On the morning of 4 September in Europe, when it is still the evening before there. */
const fillYouInHonolulu = (): void => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 8, 4, 5))
  site({ geoip_country: 'US' })
  sessionStorage.setItem('signup-at', '-3')
  render(<SignupFlow me={null} />)
  fillYou()
}

describe('[ACC-19] the first question', () => {
  test('has no answer beforehand, and needs one', () => {
    render(<SignupFlow me={null} />)
    expect(heading()).toBe(t('whom.title'))
    expect(screen.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false)
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    press(t('signup.continue'))
    expect(screen.getByRole('radiogroup').getAttribute('aria-invalid')).toBe('true')
    expect(progress()).toBe('1')
  })

  test('leads to name and birthday, and a reload continues there', () => {
    const first = render(<SignupFlow me={null} />)
    const [choice] = screen.getAllByRole('radio')
    if (choice) fireEvent.click(choice)
    press(t('signup.continue'))
    expect(heading()).toBe(t('signup.youTitle'))
    expect(progress()).toBe('2')
    first.unmount()
    render(<SignupFlow me={null} />)
    expect(progress()).toBe('2')
  })

  test('says first that a browser which blocks cookies cannot log in: it would lose the answers at the reload that lifts the block', () => {
    render(<SignupFlow me={null} />)
    expect(screen.queryByText(t('error.cookies_blocked'))).toBeNull()
    cleanup()
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValueOnce(false)
    render(<SignupFlow me={null} />)
    expect(screen.getByText(t('error.cookies_blocked'))).toBeDefined()
  })

  test('is open again with Back', () => {
    render(<SignupFlow me={null} />)
    const [choice] = screen.getAllByRole('radio')
    if (choice) fireEvent.click(choice)
    expect(document.querySelector('[data-goes-back]'), 'the first question').toBeNull()
    press(t('signup.continue'))
    // The browser's Back presses it [SHELL-21].
    const back = document.querySelector('[data-goes-back]')
    expect(back?.getAttribute('aria-label')).toBe(t('signup.back'))
    press(t('signup.back'))
    expect(heading()).toBe(t('whom.title'))
  })
})

describe('[ACC-19][ACC-18] the answer to the first question', () => {
  test.each([
    ['is sent with the signup if the consent is given', true, ['female', true]],
    ['is not sent without the consent', false, [undefined, undefined]],
  ] as const)('%s', async (_, isConsented, sent) => {
    putAnswer('regions.get', {}, PLACES)
    render(<SignupFlow me={null} />)
    fireEvent.click(screen.getByLabelText(t('value.looking_for_female')))
    if (isConsented) fireEvent.click(screen.getByRole('checkbox'))
    press(t('signup.continue'))
    answerUpToAccount()
    await act(async () => press(t('signup.submit')))
    const body = asked.find(({ method, url }) => method === 'POST' && url.includes('/api/signup'))?.body
    expect(body).toMatchObject({ name: 'Daniele' })
    const { looking_for, consent_sensitive } = body as { looking_for?: string; consent_sensitive?: boolean }
    expect([looking_for, consent_sensitive]).toEqual(sent)
  })
})

describe('[ACC-1] the questions before the account', () => {
  test('name each missing value, and refuse minors before a request', async () => {
    sessionStorage.setItem('signup-at', '-3')
    render(<SignupFlow me={null} />)
    press(t('signup.continue'))
    for (const key of ['signup.missingName', 'signup.missingBirthDate', 'signup.missingGender'] as const)
      expect(screen.getByText(t(key))).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(t('signup.name')))
    fillYou()
    type(t('signup.birthDate'), `14/9/${new Date().getFullYear() - 17}`)
    press(t('signup.continue'))
    expect(screen.getByText(t('field.too_young', { age: 18 }))).toBeDefined()
    expect(progress()).toBe('2')
    expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('are five, each shown on the card that others will see, and all but the password survive a reload', async () => {
    putAnswer('regions.get', {}, PLACES)
    sessionStorage.setItem('signup-at', '-3')
    const first = render(<SignupFlow me={null} />)
    fillYou()
    expect(card()).toMatch(/Daniele, \d\d/)
    press(t('signup.continue'))
    press(t('signup.continue'))
    expect(document.activeElement).toBe(screen.getByRole('combobox'))
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'bol' } })
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'BolognaEmilia-Romagna, Italy',
      'BolzanoTrentino, Italy',
    ])
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' })
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
    expect(card()).toContain('Bolzano')
    press(t('signup.continue'))
    expect(heading()).toBe(t('signup.photoTitle'))
    press(t('signup.skip'))
    expect(heading()).toBe(t('signup.mailTitle'))
    type(t('login.email'), 'daniele@example.test')
    type(t('login.password'), 'a rather long password')
    first.unmount()

    render(<SignupFlow me={null} />)
    expect(progress()).toBe('5')
    expect(card()).toMatch(/Daniele, \d\d.*Bolzano/)
    expect(screen.getByLabelText<HTMLInputElement>(t('login.email')).value).toBe('daniele@example.test')
    expect(screen.getByLabelText<HTMLInputElement>(t('login.password')).value).toBe('')
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('rather long')
    type(t('login.password'), 'a rather long password')
    await act(async () => press(t('signup.submit')))
    expect(asked.find(({ method, url }) => method === 'POST' && url.includes('/api/signup'))?.body).toMatchObject({
      name: 'Daniele',
      date_of_birth: '1985-09-14',
      gender: 'male',
      country: 'IT',
      countryregion: 'IT-32',
      city: 'IT-32/bolzano',
      accepts_terms: true,
    })
  })

  test('[PROF-7] one tap on a large city of the own country fills in the place, and typing hides the choice', () => {
    site({ geoip_country: 'IT' })
    putAnswer('regions.get', {}, PLACES)
    sessionStorage.setItem('signup-at', '-2')
    render(<SignupFlow me={null} />)
    expect(largeCities()?.textContent).toBe('MilanoBologna')
    press('Bologna')
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('Bologna')
    expect(screen.getByRole('button', { name: 'Bologna' }).getAttribute('aria-pressed')).toBe('true')
    expect(card()).toContain('Bologna')
    press(t('signup.continue'))
    expect(heading()).toBe(t('signup.photoTitle'))
    press(t('signup.back'))
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'mi' } })
    expect(largeCities()).toBeNull()
  })

  test('[PROF-7] a place that the site withdrew meanwhile leads back to its question, and no other answer is lost', async () => {
    putAnswer('regions.get', {}, PLACES)
    sessionStorage.setItem('signup-at', '-3')
    render(<SignupFlow me={null} />)
    answerUpToAccount()
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: 'invalid_input', fields: { city: 'place_unknown' } }, { status: 400 }),
    )
    await act(async () => press(t('signup.submit')))
    expect(heading()).toBe(t('signup.placeTitle'))
    expect(screen.getByText(t('signup.placeGone'))).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('')
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'mi' } })
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
    expect(screen.queryByText(t('signup.placeGone'))).toBeNull()
    press(t('signup.continue'))
    press(t('signup.skip'))
    expect(screen.getByLabelText<HTMLInputElement>(t('login.email')).value).toBe('daniele@example.test')
    expect(screen.getByLabelText<HTMLInputElement>(t('login.password')).value).toBe('a rather long password')
  })

  test('[PROF-7] a place is needed to continue, and the position fills it in', async () => {
    putAnswer('regions.get', {}, PLACES)
    vi.mocked(positionPermission).mockResolvedValue('granted')
    vi.mocked(askPosition).mockResolvedValue({ found: true, lat: 44.5, lon: 11.3 })
    const found = {
      country: 'IT',
      countryregion: 'IT-45',
      city: 'IT-45/bologna',
      city_name: 'Bologna',
      region_name: 'ER',
    }
    vi.stubGlobal('fetch', async () => Response.json({ geocode: found }))
    sessionStorage.setItem('signup-at', '-2')
    await act(async () => void render(<SignupFlow me={null} />))
    press(t('signup.continue'))
    expect(screen.getByText(t('field.place_unknown'))).toBeDefined()
    await act(async () => press(t('place.find')))
    await vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('Bologna'))
    expect(screen.queryByText(t('field.place_unknown'))).toBeNull()
    press(t('signup.continue'))
    expect(heading()).toBe(t('signup.photoTitle'))
  })

  test('[PROF-4] a chosen photo is on the card, and on that of the next question', async () => {
    sessionStorage.setItem('signup-at', '-1')
    await act(async () => void render(<SignupFlow me={null} />))
    const library = document.querySelector('[data-photos="library"]') ?? document.body
    expect(picture()).toBeUndefined()
    await act(async () => void fireEvent.change(library, { target: { files: [new File(['x'], 'me.jpg')] } }))
    await vi.waitFor(() => expect(picture()).toMatch(/^data:image\/webp/))
    press(t('signup.continue'))
    expect(heading()).toBe(t('signup.mailTitle'))
    expect(picture()).toMatch(/^data:image\/webp/)
  })

  test('[ACC-20] a device that makes passkeys is offered one first, and the password by a tap', async () => {
    vi.mocked(hasPasskeys).mockReturnValue(true)
    vi.mocked(makesPasskeysHere).mockResolvedValue(true)
    sessionStorage.setItem('signup-at', '0')
    await act(async () => void render(<SignupFlow me={null} />))
    expect([password(), screen.getByText(t('signup.passkeyText')) !== null]).toEqual([null, true])
    press(t('signup.passwordInstead'))
    expect(password()).not.toBeNull()
    press(t('signup.passkeyInstead'))
    expect(password()).toBeNull()
    vi.mocked(hasPasskeys).mockReset()
    vi.mocked(makesPasskeysHere).mockReset()
  })

  test('[ACC-3] the birthday in words shows which number is the month', () => {
    sessionStorage.setItem('signup-at', '-3')
    render(<SignupFlow me={null} />)
    type(t('signup.birthDate'), '04/09/1985')
    expect(screen.getByText(/4 September 1985|September 4, 1985/)).toBeDefined()
  })

  test('[ACC-3] refuse a year that is a slip of the finger', () => {
    sessionStorage.setItem('signup-at', '-3')
    render(<SignupFlow me={null} />)
    fillYou()
    type(t('signup.birthDate'), '14/9/1904')
    press(t('signup.continue'))
    expect(screen.getByText(t('field.birth_date_invalid'))).toBeDefined()
    expect(progress()).toBe('2')
  })

  test('[ACC-3] show an age by the day in the visitor’s country, as the check and the card of others do', () => {
    fillYouInHonolulu()
    type(t('signup.birthDate'), '9/4/1985')
    expect(card()).toMatch(/Daniele, 40/)
    expect(screen.getByText(/September 4, 1985/).textContent).toContain('40')
    type(t('signup.birthDate'), '9/4/2008')
    expect(card()).not.toContain('18')
    expect(screen.queryByText(/September 4, 2008/)).toBeNull()
  })

  test('[ACC-3] refuse nobody who is 18 by the day of another country: the place comes later, and the server goes by it', () => {
    // A German Firefox names the US in its second language.
    fillYouInHonolulu()
    type(t('signup.birthDate'), '9/5/2008')
    press(t('signup.continue'))
    expect(screen.getByText(t('field.too_young', { age: 18 }))).toBeDefined()
    type(t('signup.birthDate'), '9/4/2008')
    press(t('signup.continue'))
    expect(progress()).toBe('3')
  })

  test('[ACC-3] refuse nobody who is 18 by the server’s clock because the phone is years behind', () => {
    vi.useFakeTimers({ now: Date.UTC(2020, 0, 1), toFake: ['Date'] })
    noteServerTime('Fri, 04 Sep 2026 12:00:00 GMT', now())
    sessionStorage.setItem('signup-at', '-3')
    render(<SignupFlow me={null} />)
    fillYou()
    type(t('signup.birthDate'), '14/9/2007')
    expect(card()).toMatch(/Daniele, 18/)
    press(t('signup.continue'))
    expect(progress()).toBe('3')
    noteServerTime(new Date().toUTCString(), now())
    vi.useRealTimers()
  })

  test('end in the completion once the account exists, which has one next step', async () => {
    sessionStorage.setItem('signup-joined', '1')
    await act(async () => void render(<SignupFlow me={{ ...joining(null), status: 'active' }} />))
    expect(
      [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')].map((way) => way.textContent),
    ).toEqual([t('signup.seeMatches')])
    cleanup()
    await act(async () => void render(<SignupFlow me={joining(1)} />))
    expect(heading()).toBe(t('activation.title'))
    expect(screen.queryByText(t('signup.aWord'))).toBeNull()
    cleanup()
    sessionStorage.clear()
    await act(async () => void render(<SignupFlow me={joining(1)} />))
    expect(heading()).toBe(t('signup.photoTitle'))
  })
})

describe('[ACC-1] the steps of a member', () => {
  test('are offered below the first people, from personal info on', async () => {
    await act(async () => void render(<SignupFlow me={joining(null)} saysMore />))
    expect(heading()).toBe(t('signup.personalTitle'))
    // The five steps of signup are behind the member: these count from 1, and none lies before the first.
    expect(progress()).toBe('1')
    expect(screen.getByText(t('signup.step', { number: 1, all: 3 }))).toBeDefined()
    expect(screen.queryByRole('button', { name: t('signup.back') })).toBeNull()
  })

  test('continue at the step of the account, each with the focus on its heading', async () => {
    await act(async () => void render(<SignupFlow me={joining(4)} />))
    const title = screen.getByRole('heading', { level: 1 })
    expect(progress()).toBe('4')
    expect(document.activeElement).toBe(title)
  })

  test('a skipped step stores the next one, and Back does not store an earlier one', async () => {
    await act(async () => void render(<SignupFlow me={joining(4)} />))
    await act(async () => press(t('signup.skip')))
    expect(progress()).toBe('5')
    expect(storedSteps().map(({ method, body }) => [method, body])).toEqual([['PUT', { signup_step: 5 }]])
    await act(async () => press(t('signup.back')))
    expect(progress()).toBe('4')
    expect(storedSteps()).toHaveLength(1)
  })

  test('can all be skipped, and ask about notifications only once', async () => {
    await act(async () => void render(<SignupFlow me={joining(1)} />))
    for (let step = 1; step < 5; step += 1) await act(async () => press(t('signup.skip')))
    expect(heading()).toBe(t('signup.pushTitle'))
    // This browser can have none.
    await act(async () => press(t('signup.continue')))
    expect(heading()).toBe(t('activation.title'))
    expect(
      storedSteps()
        .slice(0, 4)
        .map(({ body }) => body),
    ).toEqual([2, 3, 4, 5].map((signup_step) => ({ signup_step })))
    cleanup()
    await act(async () => void render(<SignupFlow me={joining(5)} />))
    expect(heading()).toBe(t('activation.title'))
  })

  test('have no Back to the account, which exists already', async () => {
    await act(async () => void render(<SignupFlow me={joining(1)} />))
    expect(screen.queryByRole('button', { name: t('signup.back') })).toBeNull()
  })
})

/** @returns what the completion says of the mail */
const showCompletion = async (me: User, change: Partial<typeof NOT_ASKED> = {}): Promise<string | null> => {
  cleanup()
  activation.value = { ...NOT_ASKED, ...change }
  await act(async () => void render(<SignupFlow me={me} />))
  activation.value = NOT_ASKED
  return note()
}

describe('[ACC-6] the completion', () => {
  const bounced = { notifications_disabled: ['bounce' as const] }

  test('says that the mail was sent or came back, and nothing of it to a confirmed member', async () => {
    const me = joining(null)
    expect(await showCompletion(me)).toBeNull()
    expect(await showCompletion(me, { sent: true })).toBe(t('activation.sent'))
    expect(await showCompletion({ ...me, ...bounced })).toBe(t('activation.bounced', { email: me.email }))
    sessionStorage.setItem('signup-joined', '1')
    expect(await showCompletion({ ...me, ...bounced, status: 'active' }, { sent: true })).toBeNull()
  })

  test('[CHAT-4] says that this address had its free credits before, and to others nothing of it', async () => {
    await showCompletion({ ...joining(null), free_credits_before: true })
    expect(saysNoGift()).toBe(true)
    await showCompletion(joining(null))
    expect(saysNoGift()).toBe(false)
  })
})

describe('[SHELL-13] the dialog', () => {
  test('has a close button, and is in progress once something is typed', () => {
    const onClose = vi.fn<() => void>()
    const onProgress = vi.fn<(inProgress: boolean) => void>()
    sessionStorage.setItem('signup-at', '0')
    render(<SignupFlow me={null} onClose={onClose} onProgress={onProgress} />)
    press(t('ui.close'))
    expect(onClose).toHaveBeenCalledOnce()
    expect(onProgress.mock.calls.at(-1)).toEqual([false])
    fireEvent.change(screen.getByLabelText(t('login.email')), { target: { value: 'anna@example.test' } })
    expect(onProgress.mock.calls.at(-1)).toEqual([true])
  })
})

/** The last question, with all answers before it. */
const showAccount = async (answer: object, status: number): Promise<void> => {
  sessionStorage.setItem('signup-at', '-3')
  const first = render(<SignupFlow me={null} />)
  fillYou()
  first.unmount()
  sessionStorage.setItem('signup-at', '0')
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    asked.push({ method, url, body: body === undefined ? null : JSON.parse(body) })
    return Response.json(answer, { status })
  })
  render(<SignupFlow me={null} />)
  type(t('login.email'), 'daniele@example.test')
  type(t('login.password'), 'a rather long password')
}

test('[ACC-4] a known address leads to the login, which has it already', async () => {
  await showAccount({ error: 'email_taken' }, 409)
  await act(async () => press(t('signup.submit')))
  const alert = within(screen.getByRole('alert'))
  expect(alert.getByText(t('error.email_taken'))).toBeDefined()
  fireEvent.click(alert.getByRole('link', { name: t('shell.login') }))
  expect([location.pathname, typedEmail.value]).toEqual(['/login', 'daniele@example.test'])
})

test('[ACC-1] the account says once that the browser has dropped the session', async () => {
  const blocked = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
  await showAccount({ user: null, counts: null }, 200)
  await act(async () => press(t('signup.submit')))
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toBe(t('error.cookies_blocked')))
  expect(screen.getAllByText(t('error.cookies_blocked'))).toHaveLength(1)
  blocked.mockRestore()
})

test('[ACC-2] a name that only the server refuses leads back to its question', async () => {
  await showAccount({ error: 'invalid_input', fields: { name: 'name_is_official' } }, 400)
  await act(async () => press(t('signup.submit')))
  expect(screen.getByLabelText(t('signup.name')).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(t('field.name_is_official'))).toBeDefined()
})

test('[ACC-1] [CHAT-11] the first message of a lander can be changed, names its price, and goes with the signup', async () => {
  sessionStorage.setItem(
    FIRST_MESSAGE_KEY,
    JSON.stringify({ profile: 7, name: 'Luna', fictional: true, text: 'Good day!' }),
  )
  await showAccount({ error: 'rate_limited' }, 429)
  expect(screen.getByText(t('profile.fictionalText'), { exact: false })).toBeDefined()
  type(t('signup.message', { name: 'Luna' }), 'Good evening!')
  await act(async () => press(t('signup.submit')))
  expect(asked.find(({ url }) => url.endsWith('/signup'))?.body).toMatchObject({
    signup_message: 'Good evening!',
    signup_profile: 7,
  })
})

test('[ACC-1] [CHAT-2] a first message that is longer than the site allows stays whole, and the signup waits for a shorter one', async () => {
  sessionStorage.setItem(
    FIRST_MESSAGE_KEY,
    JSON.stringify({ profile: 7, name: 'Luna', fictional: false, text: 'Good day!' }),
  )
  site({ message_length: 20 })
  await showAccount({ error: 'rate_limited' }, 429)
  const label = t('signup.message', { name: 'Luna' })
  type(label, 'x'.repeat(25))
  await act(async () => press(t('signup.submit')))
  const field = screen.getByLabelText<HTMLTextAreaElement>(label)
  expect([document.activeElement, field.value.length, field.hasAttribute('maxlength')]).toEqual([field, 25, false])
  expect(screen.getAllByText(t('ui.tooLong', { count: 5 })).length).toBeGreaterThan(0)
  expect(asked.filter(({ url }) => url.endsWith('/signup'))).toEqual([])
})

test('[SHELL-13] the dialog of a begun signup ignores Escape, closes by its button, and can be opened again from the note', async () => {
  signupOpen.value = true
  sessionStorage.setItem('signup-at', '0')
  render(<SignupDialog />)
  type(t('login.email'), 'daniele@example.test')
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(signupOpen.value).toBe(true)
  press(t('ui.close'))
  expect([signupOpen.value, toasts.value.map(({ text }) => text)]).toEqual([false, [t('signup.kept')]])
  toasts.value[0]?.action?.run()
  expect(signupOpen.value).toBe(true)
  signupOpen.value = false
  toasts.value = []
})

test('[SHELL-19] the dialog has the look of every dialog, and with it the frame where a browser draws no shadows', () => {
  render(<SignupDialog />)
  expect([...screen.getByRole('dialog').classList]).toContain(dialog['dialog'])
})

test('[ACC-15] closed signups show why, and a link to search', () => {
  site({ signups: 'none' })
  const onLeave = vi.fn<() => void>()
  const { container } = render(<SignupFlow me={null} onLeave={onLeave} />)
  expect(screen.queryByRole('radiogroup')).toBeNull()
  const link = within(container).getByRole('link')
  expect(link.getAttribute('href')).toBe('/members')
  fireEvent.click(link)
  expect(onLeave).toHaveBeenCalledOnce()
})

test('[ACC-15] signups are open to all, to visitors with a traffic source, or to nobody', () => {
  const open = (['all', 'with_trafficsource', 'none'] as const).map((signups) => [
    areSignupsOpen(signups, true),
    areSignupsOpen(signups, false),
  ])
  expect(open).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ])
})
