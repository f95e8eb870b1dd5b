/** Who is logged in, and the server's own totals. Written by the actions here and by news; read everywhere. */
import { computed, effect, untracked, type ReadonlySignal } from '@preact/signals-react'
import type { CallInput } from '#contract/calls.ts'
import type { User, Counts } from '#contract/entities/user.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { isLocale, type Locale } from '#contract/locales.ts'
import { call, type Answer } from '../ports/api.ts'
import { noteMemberHere } from '../ports/member-here.ts'
import { unstoredSource } from '../ports/traffic-source.ts'
import { hasLocaleCookie, locale, rememberLocale, showLocale } from './i18n.ts'
import { forgetMembersOwn, holdResource, putAnswer, resourceOf } from './resource.ts'

const session = resourceOf('user.get', {})

export const user: ReadonlySignal<User | null> = computed(() => session.state.value.data?.user ?? null)

const NO_COUNTS: Counts = { unread_messages: 0, new_likes: 0 }
export const counts: ReadonlySignal<Counts> = computed(() => session.state.value.data?.counts ?? NO_COUNTS)

/** Whether it is known if someone is logged in; before that, screens show their skeletons. */
export const sessionKnown: ReadonlySignal<boolean> = computed(
  () => session.state.value.data !== null || session.state.value.error !== null,
)

export const isLoggedIn: ReadonlySignal<boolean> = computed(() => user.value !== null)

const memberId = computed(() => user.value?.id ?? null)

type Leaving = (member: number) => void
const leaving = new Set<Leaving>()

/** Called when a member is no longer the one logged in, with their id: forget what was kept for them [PWA-11]. */
export const onMemberLeft = (listener: Leaving): void => {
  leaving.add(listener)
}

/** Starts to watch the session; the first thing the app does. */
export const startSession = (): void => {
  holdResource('user.get', {})
  /** Undefined until it is known for the first time: then there is nothing of anyone else to forget. */
  let before: number | null | undefined
  effect(() => {
    const known = sessionKnown.value
    const now = memberId.value
    if (!known || now === before) return
    const left = before
    before = now
    noteMemberHere(now !== null)
    if (typeof left === 'number') untracked(() => leaving.forEach((forget) => forget(left)))
    // What a visitor saw (search, profiles) says other things to a member, and the other way round. After the screens have
    // left that are not for who is here now, which React does in a microtask of its own: they would ask once more.
    if (left !== undefined) queueMicrotask(() => queueMicrotask(forgetMembersOwn))
  })
}

/** Resolves once it is known who is here. */
export const whenSessionKnown = (): Promise<void> =>
  new Promise((resolve) => {
    effect(() => {
      if (sessionKnown.value) resolve()
    })
  })

export const refreshSession = async (): Promise<void> => session.refresh()

export const login = async (email: string, password: string): Promise<ErrorBody | null> =>
  entered(await call('user.login', { body: { email, password } }))

export const signup = async (body: CallInput<'signup'>['body']): Promise<ErrorBody | null> =>
  entered(await call('signup', { body: { ...body, ...sourceOfVisit() } }))

/** It may open signups, and is not kept [ACC-15]. */
const sourceOfVisit = (): { traffic_source?: string } => {
  const source = unstoredSource()
  return source === null ? {} : { traffic_source: source }
}

export const logout = async (): Promise<ErrorBody | null> => {
  const answer = await call('logout', {})
  if (!answer.ok) return answer.error
  putAnswer('user.get', {}, { user: null, counts: null })
  return null
}

/** ACC-14: the server no longer knows this session; the member is logged out without a word of reproach. */
export const loseSession = (): void => {
  if (user.peek() !== null) void session.refresh()
}

/**
 * Shows a language, remembers it for a year, and tells the server who reads it [SITE-2].
 * @returns whether it could be had; until then nothing changes
 */
export const chooseLanguage = async (wanted: Locale): Promise<boolean> => {
  try {
    await showLocale(wanted, true)
  } catch {
    return false
  }
  // Another was chosen meanwhile.
  if (locale.peek() !== wanted || user.peek() === null) return true
  const answer = await call('user.language', { body: { language: wanted } })
  if (answer.ok && !answer.queued) putAnswer('user.get', {}, answer.data)
  return true
}

/** Takes the session that a call has begun, or goes on with; gives why there is none. */
export const entered = async (answer: Answer<'user.login'>): Promise<ErrorBody | null> => {
  if (!answer.ok) return answer.error
  if (answer.queued) return { error: 'server_error' }
  putAnswer('user.get', {}, answer.data)
  const language = answer.data.user?.language
  // Who has chosen a language here keeps it; a new device speaks the member's own, from now on.
  if (!isLocale(language) || hasLocaleCookie()) return null
  // Nobody waits for what is on the screen.
  if (language === locale.peek()) rememberLocale()
  else await showLocale(language, true).catch(() => {})
  return null
}
