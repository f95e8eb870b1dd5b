/** For tests of the desk's screens: answers of its calls, a person at the desk, and the keyboard. */
import type { ReactNode } from 'react'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { StaffRole } from '#contract/desk/roles.ts'
import { waitAtMost } from '../../testing/waiting.ts'
import { now } from '../clock.ts'
import { listenToKeys } from '../keys.ts'
import { SETTLE_MS, hint } from '../live.ts'
import { session } from '../session.ts'
import { showLanguage } from '../texts.ts'
import { toasts } from '../toasts.ts'

// A loaded machine may take longer than the default of one second.
waitAtMost(5_000)

type Request = { method: string; path: string; body: unknown }
export type Reply = { status?: number; json: unknown }

/** Stubs `fetch` with replies by method and path without query, such as `GET queue`. @returns the recorded requests */
export const answerCalls = (replies: Record<string, (request: Request) => Reply | Promise<Reply>>): Request[] => {
  const requests: Request[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const path = url.replace('/api/desk/', '')
    const request = { method, path, body: body === undefined ? null : (JSON.parse(body) as unknown) }
    requests.push(request)
    const reply = replies[`${method} ${path.split('?')[0] ?? ''}`]
    if (!reply) throw new TypeError(`no answer to ${method} ${path}`)
    const { status = 200, json } = await reply(request)
    return Response.json(json, { status })
  })
  return requests
}

export const enterAs = async (role: StaffRole, name = 'Orla Brennan', id = 1): Promise<void> => {
  await showLanguage('en')
  const staff = { id, mail: 'orla@visavis.test', name, role, passkeys: [], has_totp: true }
  session.value = { state: 'in', staff, expires_at: 1_900_000_000_000, idle_ms: 900_000 }
}

/**
 * Before each test of a file: logs in a person with a role and listens to the keyboard.
 * @param at the time that the desk shows, in ms since the epoch
 */
export const atDesk = (role: StaffRole, at?: number): void => {
  let stop: (() => void) | undefined
  beforeEach(async () => {
    await enterAs(role)
    if (at !== undefined) now.value = at
    stop = listenToKeys(document)
  })
  afterEach(() => {
    cleanup()
    stop?.()
    toasts.value = []
    vi.unstubAllGlobals()
  })
}

/** Renders a part of the desk at an address. @returns the address, with its history, and what takes the part away */
export const showAt = (path: string, part: ReactNode) => {
  const location = memoryLocation({ path, record: true })
  const { unmount } = render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      {part}
    </Router>,
  )
  return { ...location, unmount }
}

export const press = async (key: string, more: KeyboardEventInit = {}): Promise<void> => {
  // React registers a screen's keys in an effect, so let the effects run before the key press.
  await act(async () => {})
  await act(async () => {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  })
}

/** The names of the files that the page saves from now on. */
export const savedFiles = (): readonly string[] => {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}

/** Sends a hint of the event stream, and waits until its listeners have run. */
export const hear = (topic: string): Promise<void> =>
  act(async () => {
    hint(topic)
    // The screen requests its data this long after the hint.
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  })
