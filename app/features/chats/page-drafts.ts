/** The text drafts of this page. */
import { useCallback, useSyncExternalStore } from 'react'
import { onMemberLeft } from '../../state/session.ts'
import { makeTextDrafts } from './drafts.ts'
import { deviceStore } from '../../ports/text-store.ts'

export const drafts = makeTextDrafts(deviceStore)

onMemberLeft(drafts.forget)

/** The text in a conversation's composer. The draft store is its only state, so a reload loses nothing. */
export const useDraft = (member: number, conversation: string): [string, (text: string) => void] => {
  const text = useSyncExternalStore(
    (changed) => drafts.version.subscribe(changed),
    () => drafts.of(member, conversation),
  )
  const write = useCallback((next: string) => drafts.keep(member, conversation, next), [member, conversation])
  return [text, write]
}
