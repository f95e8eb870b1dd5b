/**
 * The drafts of a member, one per conversation, appeal, report, complaint or part of the profile. A draft survives a
 * reload and the end of the session by its age. It is deleted when it is sent or the member logs out.
 */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { type TextStore, deviceStore, onOtherTabsText } from '../ports/text-store.ts'
import { onMemberForgotten, user } from './session.ts'
import { draftsOf } from './member-texts.ts'

export type TextDrafts = {
  /** Grows with every change of a draft; reading it subscribes. */
  version: ReadonlySignal<number>
  read: (member: number, conversation: string) => string
  write: (member: number, conversation: string, text: string) => void
  forget: (member: number) => void
  /** Another tab may have written or sent a draft. */
  reread: () => void
}

export const makeTextDrafts = (store: TextStore): TextDrafts => {
  const version = signal(0)
  // Texts that the browser refuses to store live in memory until the page closes.
  const inMemory = new Map<string, string>()
  return {
    version,
    read: (member, conversation) => {
      const key = keyOf(member, conversation)
      return inMemory.get(key) ?? store.get(key) ?? ''
    },
    write: (member, conversation, text) => {
      const key = keyOf(member, conversation)
      if (text.trim() === '') store.remove(key)
      else store.set(key, text)
      // A copy in memory would hide that another tab has sent the draft.
      if ((store.get(key) ?? '') === text) inMemory.delete(key)
      else inMemory.set(key, text)
      version.value += 1
    },
    forget: (member) => {
      for (const key of inMemory.keys()) if (key.startsWith(draftsOf(member))) inMemory.delete(key)
      for (const key of store.keys(draftsOf(member))) store.remove(key)
      version.value += 1
    },
    reread: () => {
      version.value += 1
    },
  }
}

const keyOf = (member: number, conversation: string): string => `${draftsOf(member)}${conversation}`

/** The text drafts of this page. */
export const drafts = makeTextDrafts(deviceStore)

onMemberForgotten(drafts.forget)

/** The draft of the member of this page under a name of its own; nothing for a visitor. */
export const ownDraft = (name: string) => ({
  read: (): string => {
    const me = user.peek()
    return me ? drafts.read(me.id, name) : ''
  },
  write: (text: string): void => {
    const me = user.peek()
    if (me) drafts.write(me.id, name, text)
  },
})

/** The text in a conversation's composer. The draft store is its only state, so a reload loses nothing. */
export const useDraft = (member: number, conversation: string): [string, (text: string) => void] => {
  const text = useSyncExternalStore(
    (changed) => drafts.version.subscribe(changed),
    () => drafts.read(member, conversation),
  )
  useEffect(() => onOtherTabsText(drafts.reread), [])
  const write = useCallback((next: string) => drafts.write(member, conversation, next), [member, conversation])
  return [text, write]
}
