/** The session: the logged-in member and the server's totals. The actions here and news write it; every screen reads it. */
import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-react'
import type { CallAnswer, CallInput } from '#contract/calls.ts'
import type { User, Counts } from '#contract/entities/user.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { isLocale, type Locale } from '#contract/locales.ts'
import { actOnlyFor, call, type Answer } from '../ports/api.ts'
import {
  memberHere,
  memberOfTab,
  memberParked,
  noteMemberHere,
  noteMemberOfTab,
  noteMemberParked,
} from '../ports/member-here.ts'
import { storesCookies } from '../ports/page.ts'
import { controlled } from '../ports/service-worker.ts'
import { unstoredSource } from '../ports/traffic-source.ts'
import { hasLocaleCookie, locale, rememberLocale, showChosenLocale, t } from './i18n.ts'
import { clearMemberData, retainResource, putAnswer, resourceOf } from './resource.ts'
import { toast } from './toasts.ts'

const session = resourceOf('user.get', {})

export const user: ReadonlySignal<User | null> = computed(() => session.state.value.data?.user ?? null)

const NO_COUNTS: Counts = { unread_messages: 0, new_likes: 0 }
export const counts: ReadonlySignal<Counts> = computed(() => session.state.value.data?.counts ?? NO_COUNTS)

/** Whether the session is known; until then, screens show their skeletons. */
export const sessionKnown: ReadonlySignal<boolean> = computed(
  () => session.state.value.data !== null || session.state.value.error !== null,
)

/** Whether the device says who is here, and not the server: the session may have ended meanwhile. */
export const isSessionUnsure = (): boolean => session.state.peek().cachedAt !== null

export const isLoggedIn: ReadonlySignal<boolean> = computed(() => user.value !== null)

/** The server sends a prerendered page (`prerender.tsx`) to visitors alone, so its own markup is a visitor's too. */
const isPrerendered =
  typeof document === 'undefined' || document.querySelector<HTMLElement>('#root')?.dataset['prerendered'] !== undefined

/** Whether this is a visitor; on a prerendered page before the session is known. */
export const isVisitor: ReadonlySignal<boolean> = computed(() =>
  sessionKnown.value ? user.value === null : isPrerendered,
)

const memberId = computed(() => user.value?.id ?? null)

type LeaveListener = (member: number) => void

/** Listeners that run with a member's id. Features register when their code is loaded, which may be after the member has left. */
const makeLeaving = () => {
  const listeners = new Set<LeaveListener>()
  /** The last member for whom they ran since this page began. */
  let last: number | null = null
  return {
    on: (listener: LeaveListener): void => {
      listeners.add(listener)
      if (last !== null && last !== memberId.peek()) listener(last)
    },
    notify: (member: number): void => {
      last = member
      listeners.forEach((leave) => leave(member))
    },
  }
}

const left = makeLeaving()
const forgotten = makeLeaving()
const forgottenByTab = makeLeaving()

/** Registers a listener that runs when a member is no longer logged in on this page, to clear data that others could see [PWA-11]. */
export const onMemberLeft = left.on

/**
 * Registers a listener that deletes what only this member can see again, such as drafts. It runs when the member logs out or
 * another logs in, and not while the member's data is parked, because the session has only run out.
 */
export const onMemberForgotten = forgotten.on

/** Like `onMemberForgotten`, for what this tab alone stores. It runs in each tab, also if the page of the tab was closed meanwhile. */
export const onTabForgotten = forgottenByTab.on

/** Starts to watch the session. The app does this first. */
export const startSession = (): void => {
  /** The member who was logged in at the last answer; until the first one, the member of the last page, who may have left since. */
  let here = memberHere()
  /** The member whose session ran out, and whose texts wait on this device. */
  let parked = memberParked()
  let ofTab = memberOfTab()
  /** The member whose data the screens show. Undefined until the session is first known: then there is nothing to clear. */
  let shown: number | null | undefined
  retainResource('user.get', {})
  effect(() => {
    const isKnown = sessionKnown.value
    const member = memberId.value
    // Only an answer says who is here: nobody has left because the server cannot be reached.
    const answer = session.state.value.data
    if (answer !== null) {
      const wasHere = here
      const owner = here ?? parked
      here = member
      parked = member === null && isParked(answer, owner) ? owner : null
      const wasOfTab = ofTab
      ofTab = here ?? (parked === wasOfTab ? parked : null)
      noteMemberHere(here)
      noteMemberParked(parked)
      noteMemberOfTab(ofTab)
      actOnlyFor(member)
      untracked(() => {
        if (wasHere !== null && wasHere !== member) left.notify(wasHere)
        if (owner !== null && owner !== member && owner !== parked) forgotten.notify(owner)
        if (wasOfTab !== null && wasOfTab !== ofTab) forgottenByTab.notify(wasOfTab)
      })
    }
    if (!isKnown || member === shown) return
    const isFirst = shown === undefined
    shown = member
    // Search and profiles differ for a visitor and a member. Screens that are not for the new session unmount first, in a
    // microtask of React's own. Otherwise they would fetch once more.
    if (!isFirst) queueMicrotask(() => queueMicrotask(clearMemberData))
  })
}

/**
 * Whether a member's data waits on this device for their return. Without a worker, only the server answers, which does not know the
 * device: nothing is parked after a logout in this or another tab, which has removed the note by now.
 */
const isParked = (answer: CallAnswer<'user.get'>, owner: number | null): boolean =>
  controlled.peek()
    ? answer.parked === owner
    : answer.revoked !== true && (memberHere() === owner || memberParked() === owner)

/** Resolves once the session is known. */
export const whenSessionKnown = (): Promise<void> =>
  new Promise((resolve) => {
    effect(() => {
      if (sessionKnown.value) resolve()
    })
  })

export const refreshSession = async (): Promise<void> => session.refresh()

/** Shows a part of the member from an answer at once on this device; the feed brings the change to the others. */
export const changeShown = (part: Partial<User>): void => {
  const me = user.peek()
  if (me) putAnswer('user.get', {}, { user: { ...me, ...part }, counts: counts.peek() })
}

export const login = (email: string, password: string): Promise<ErrorBody | null> =>
  knownToWorker(async () => enterSession(await call('user.login', { body: { email, password } })))

export const signup = (body: CallInput<'signup'>['body']): Promise<ErrorBody | null> =>
  knownToWorker(async () => enterSession(await call('signup', { body: { ...body, ...sourceOfVisit() } })))

/**
 * Runs a login, then refreshes the session if a worker took control meanwhile. That worker has asked for the session before the
 * login and believes that nobody is logged in, so it would never sync.
 */
export const knownToWorker = async (enter: () => Promise<ErrorBody | null>): Promise<ErrorBody | null> => {
  const wasControlled = controlled.peek()
  const refusal = await enter()
  if (refusal === null && !wasControlled && controlled.peek()) void session.refresh()
  return refusal
}

/** The source may create signups, and is not stored [ACC-15]. */
const sourceOfVisit = (): { traffic_source?: string } => {
  const source = unstoredSource()
  return source === null ? {} : { traffic_source: source }
}

export const logout = async (): Promise<ErrorBody | null> => {
  const answer = await call('logout', {})
  if (!answer.ok) return answer.error
  putAnswer('user.get', {}, { user: null, counts: null, revoked: true })
  return null
}

/** [ACC-14] The server refused a call of a member: checks the session, which logs the member out quietly if it has ended. */
export const recheckSession = (): void => {
  if (user.peek() !== null) void session.refresh()
}

/**
 * Shows a language, remembers it for a year, and sends a member's choice to the server [SITE-2].
 * @returns false if the language could not be loaded; then nothing changes
 */
export const chooseLanguage = async (wanted: Locale): Promise<boolean> => {
  try {
    await showChosenLocale(wanted)
  } catch {
    return false
  }
  // The member chose another language meanwhile, or logged out.
  if (locale.peek() !== wanted || user.peek() === null) return true
  const answer = await call('user.language', { body: { language: wanted } })
  if (answer.ok && !answer.queued) putAnswer('user.get', {}, answer.data)
  return true
}

/** Chooses a language, and says in a toast if it could not be loaded. */
export const switchLanguage = async (wanted: Locale): Promise<void> => {
  if (!(await chooseLanguage(wanted))) toast(t('shell.languageFailed'))
}

/** A new password was sent, and no answer came: it may be in force. Cleared by the next login. */
export const passwordUnsure = signal(false)

/** A browser that says it blocks cookies may have stored the session's all the same, so only the server knows. */
const isVisitorToServer = async (): Promise<boolean> => {
  const answer = await call('user.get', {})
  return answer.ok && !answer.queued && answer.data.user === null
}

/** Shows the session that a call has begun or renewed. @returns the refusal of the call, or null */
export const enterSession = async (answer: Answer<'user.login'>): Promise<ErrorBody | null> => {
  if (!answer.ok) return answer.error
  if (!storesCookies() && (await isVisitorToServer())) return { error: 'cookies_blocked' }
  passwordUnsure.value = false
  putAnswer('user.get', {}, answer.data)
  const language = answer.data.user?.language
  // A language chosen on this device stays. A new device uses the member's own language from now on.
  if (!isLocale(language) || hasLocaleCookie()) return null
  // This language is on the screen already, so do not wait.
  if (language === locale.peek()) rememberLocale()
  else await showChosenLocale(language).catch(() => {})
  return null
}
