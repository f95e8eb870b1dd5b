import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { aUser } from '../testing/factories.ts'
import { changeSettings, dismissAlert, enableMail, memberSettings, setConsent } from './member-settings.ts'
import { putAnswer } from './resource.ts'
import { user } from './session.ts'

const counted = { unread_messages: 0, new_likes: 0 }
const quiet = { ...DEFAULT_MEMBER_SETTINGS, invisible_mode: true }

/** Stubs `fetch` so that the test decides when each call is answered. */
const slowly = () => {
  let answer: ((response: Response) => void) | undefined
  const asked: { url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    asked.push({ url, body: typeof body === 'string' ? JSON.parse(body) : null })
    return new Promise<Response>((resolve) => {
      answer = resolve
    })
  })
  return { asked, answer: (data: unknown, status = 200) => answer?.(Response.json(data, { status })) }
}

beforeEach(() => {
  vi.stubGlobal('document', { cookie: 'locale=it' })
  putAnswer('user.get', {}, { user: aUser({ notifications_disabled: ['bounce'] }), counts: counted })
})
afterEach(() => {
  putAnswer('user.get', {}, { user: null, counts: null })
  vi.unstubAllGlobals()
})

test('[PROF-9] a change shows at once and stays once the server has it', async () => {
  const { asked, answer } = slowly()
  const saving = changeSettings({ invisible_mode: true })
  expect(memberSettings.value?.invisible_mode).toBe(true)
  expect(user.value?.settings.invisible_mode).toBe(false)
  answer({ settings: quiet })
  expect(await saving).toBeNull()
  expect(asked).toEqual([{ url: '/api/notifications', body: { invisible_mode: true } }])
  expect(user.value?.settings.invisible_mode).toBe(true)
})

test('[PROF-9] a change that is refused at once is undone on the screen, and the caller gets the reason', async () => {
  const { answer } = slowly()
  const saving = changeSettings({ notifications: { like: { mail: false } } })
  expect(memberSettings.value?.notifications.like).toEqual({ mail: false, push: true })
  answer({ error: 'rate_limited' }, 429)
  expect(await saving).toEqual({ error: 'rate_limited' })
  expect(memberSettings.value?.notifications.like).toEqual({ mail: true, push: true })
})

test('[PROF-9] a queued change shows as the device’s overlay shows it', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/api/notifications'
      ? Response.json({ queued: true }, { status: 202 })
      : Response.json({ user: aUser({ settings: quiet }), counts: counted }),
  )
  expect(await changeSettings({ invisible_mode: true })).toBeNull()
  expect(user.value?.settings.invisible_mode).toBe(true)
})

test('[PROF-12] a dismissal is stored with its time; turning mail on again resets it', async () => {
  const { asked, answer } = slowly()
  const dismissing = dismissAlert('push')
  expect(asked[0]?.body).toEqual({ dismissed_alerts: { push: expect.any(Number) } })
  answer({ settings: DEFAULT_MEMBER_SETTINGS })
  await dismissing

  const enabling = enableMail()
  answer({ settings: DEFAULT_MEMBER_SETTINGS })
  await expect.poll(() => asked.length).toBe(3)
  expect(user.value?.notifications_disabled).toEqual([])
  expect(asked[2]?.body).toEqual({ dismissed_alerts: { disabled_notifications: 0 } })
  answer({ settings: DEFAULT_MEMBER_SETTINGS })
  expect(await enabling).toBeNull()
})

test('[ACC-18] a withdrawn consent also removes its data from the screen', async () => {
  putAnswer(
    'user.get',
    {},
    {
      user: aUser({ settings: { ...DEFAULT_MEMBER_SETTINGS, consents: { sensitive: 5 } } }),
      counts: counted,
    },
  )
  const me = aUser()
  vi.stubGlobal('fetch', async () =>
    Response.json({ settings: DEFAULT_MEMBER_SETTINGS, profile: { ...me.profile, looking_for: null } }),
  )
  expect(await setConsent('sensitive', false)).toBeNull()
  expect(user.value?.profile.looking_for).toBeNull()
  expect(memberSettings.value?.consents.sensitive).toBeNull()
})
