/** For tests of the app's screens: answers of its calls, the member who is logged in, and the address. */
import type { ReactNode } from 'react'
import { act, cleanup, configure, render } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { matchCall, type CallAnswer, type CallName } from '#contract/calls.ts'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import type { Settings } from '#contract/entities/settings.ts'
import type { User } from '#contract/entities/user.ts'
import { ERROR_STATUS, isErrorCode, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { onLine } from '../ports/page.ts'
import { controlled } from '../ports/service-worker.ts'
import { clearMemberData, putAnswer } from '../state/resource.ts'
import { toasts } from '../state/toasts.ts'
import { waitAtMost } from './waiting.ts'
import { setUpTexts } from './texts.ts'

// A loaded machine may take longer than the default of one second.
waitAtMost(15_000)
configure({ getElementError: (message) => new Error(message ?? '') })

/** The answer of a call: its data, a refusal, or that the device has queued it. */
type Answers = { [Name in CallName]?: CallAnswer<Name> | ErrorCode | ErrorBody | 'queued' }

/** A request; `query` is its text in the address, and `body` an upload as it is. */
export type AskedCall = { name: CallName; params: Record<string, string>; query: string; body: unknown }

/** Stubs `fetch` with an answer by call. A call without an answer stays pending. @returns the recorded requests */
export const answerCalls = (answers: Answers): AskedCall[] => {
  const asked: AskedCall[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body = null }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, location.href)
    const found = matchCall(method, pathname.replace(/^\/api\//, ''), (name) => searchParams.get(name))
    if (!found) throw new Error(`no call has the address ${method} ${url}`)
    const { name, params } = found
    asked.push({
      name,
      params,
      query: searchParams.toString(),
      body: typeof body === 'string' ? JSON.parse(body) : body,
    })
    const answer = answers[name]
    return answer === undefined ? new Promise<never>(() => {}) : responseOf(answer)
  })
  return asked
}

const responseOf = (answer: unknown): Response => {
  if (answer === 'network_unavailable') throw new TypeError('no network')
  if (answer === 'queued') return Response.json({ queued: true }, { status: 202 })
  if (isErrorCode(answer)) return Response.json({ error: answer }, { status: ERROR_STATUS[answer] })
  const isRefusal = typeof answer === 'object' && answer !== null && 'error' in answer && isErrorCode(answer.error)
  return Response.json(answer, { status: isRefusal && isErrorCode(answer.error) ? ERROR_STATUS[answer.error] : 200 })
}

const NO_COUNTS = { unread_messages: 0, new_likes: 0 }

/** Logs in this member, or nobody. */
export const enterAs = (me: User | null): void =>
  putAnswer('user.get', {}, me ? { user: me, counts: NO_COUNTS } : { user: null, counts: null })

export const setSite = (change: Partial<Settings> = {}): void =>
  putAnswer('settings.get', {}, { settings: { ...DEFAULT_SETTINGS, ...change }, domain_language: 'en' })

/** For all tests of a file: the English texts, the default site, a network, no worker, nobody logged in, no answers to calls. */
export const setUpScreens = (): void => {
  setUpTexts()
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    onLine.value = true
    controlled.value = false
    answerCalls({})
    setSite()
    enterAs(null)
  })
  afterEach(() => {
    cleanup()
    clearMemberData()
    toasts.value = []
    vi.unstubAllGlobals()
  })
}

/** Renders a part of the app at an address, and lets its first calls be answered. */
export const showAt = async (path: string, part: ReactNode): Promise<void> => {
  history.replaceState(null, '', path)
  await act(async () => void render(part))
}

/** The current address of the app. */
export const place = (): string => location.pathname + location.search
