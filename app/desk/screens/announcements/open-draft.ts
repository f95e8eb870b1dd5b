/**
 * A draft that somebody is writing: each pause in typing stores it on the server. It outlives the screen, so that a
 * session that ends, or a lost connection, loses nothing.
 */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import * as v from 'valibot'
import { AnnouncementForm } from '#contract/desk/announcement-form.ts'
import type { AnnouncementDraft } from '#contract/desk/announcements.ts'
import { call, type Failure } from '../../calls.ts'

/** `typing`: changed since the last save. A failure says why the last save did not work. */
type SaveState = 'saved' | 'typing' | 'saving' | Failure

export type OpenDraft = {
  id: number
  form: ReadonlySignal<AnnouncementForm>
  state: ReadonlySignal<SaveState>
  /** The version that the server has. */
  version: ReadonlySignal<number>
  change: (part: Partial<AnnouncementForm>) => void
  /** Saves now. @returns whether the server has everything */
  flush: () => Promise<boolean>
  /** Saves nothing any more: the draft was sent, discarded or abandoned. */
  close: () => void
}

/** A pause in typing. */
const PAUSE_MS = 800
const RETRY_MS = 5_000

/** After these failures the same save may work later. */
const RETRIED: ReadonlySet<Failure['error']> = new Set([
  'network_unavailable',
  'staff_login_required',
  'second_factor_required',
  'rate_limited',
  'server_error',
  'server_busy',
  'server_full',
  'shutting_down',
])

/** Whether a save that failed so is tried again by itself; any other waits for the next change of the draft. */
export const isRetried = ({ error }: Failure): boolean => RETRIED.has(error)

const open = new Map<number, OpenDraft>()

/** @returns the draft with what this page has not saved yet, else as the server has it */
export const openDraft = (draft: AnnouncementDraft): OpenDraft => {
  const begun = open.get(draft.id)
  if (begun && begun.state.peek() !== 'saved') return begun
  const opened = begin(draft)
  open.set(draft.id, opened)
  return opened
}

/** Abandons unsaved changes. */
export const closeDraft = (id: number): void => {
  open.get(id)?.close()
  open.delete(id)
}

export const isSaved = (): boolean => [...open.values()].every(({ state }) => state.peek() === 'saved')

const begin = (draft: AnnouncementDraft): OpenDraft => {
  const { id } = draft
  const form = signal(draft.form)
  const state = signal<SaveState>('saved')
  const version = signal(draft.version)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  const closed = signal(false)

  const saveIn = (ms: number): void => {
    clearTimeout(timer)
    if (!closed.peek()) timer = setTimeout(() => void flush(), ms)
  }

  const save = async (): Promise<void> => {
    const sent = form.peek()
    state.value = 'saving'
    const failure = await put(sent)
    if (failure === null) state.value = form.peek() === sent ? 'saved' : 'typing'
    else {
      state.value = failure
      if (isRetried(failure)) saveIn(RETRY_MS)
    }
  }

  const put = async (sent: AnnouncementForm): Promise<Failure | null> => {
    const params = { id: String(id) }
    const answer = await call('announcements.save', { params, body: { version: version.peek(), form: sent } })
    if (answer.ok) {
      version.value = answer.data.version
      return null
    }
    if (answer.failure.error !== 'changed_meanwhile') return answer.failure
    // The answer to an earlier save may have been lost: then the newest version is our own.
    const newest = await call('announcements.draft', { params })
    if (!newest.ok) return newest.failure
    if (!isSame(newest.data.form, sent)) return answer.failure
    version.value = newest.data.version
    return null
  }

  const flush = async (): Promise<boolean> => {
    clearTimeout(timer)
    while (!closed.peek() && state.peek() !== 'saved') {
      running ??= save().finally(() => {
        running = null
      })
      await running
      if (typeof state.peek() === 'object') return false
    }
    return true
  }

  return {
    id,
    form,
    state,
    version,
    flush,
    close: () => {
      closed.value = true
      clearTimeout(timer)
    },
    change: (part) => {
      form.value = { ...form.peek(), ...part }
      if (state.peek() === 'saved') state.value = 'typing'
      saveIn(PAUSE_MS)
    },
  }
}

/** Compares the parsed forms, whose fields are in the order of the schema. */
const isSame = (one: AnnouncementForm, other: AnnouncementForm): boolean => {
  const [first, second] = [one, other].map((form) => v.safeParse(AnnouncementForm, form))
  return first?.success === true && second?.success === true && textOf(first.output) === textOf(second.output)
}

const textOf = (form: AnnouncementForm): string => JSON.stringify(form)
