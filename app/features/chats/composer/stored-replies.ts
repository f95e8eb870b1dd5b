/** Replies that were typed in a notification and could not be queued. The device stores them until they join the draft [CHAT-2]. */
import { useEffect } from 'react'
import { controlled } from '../../../ports/service-worker.ts'
import { useResource } from '../../../state/resource.ts'
import { storedPhotos } from '../../../state/stored-photos.ts'
import { drafts } from '../drafts.ts'
import { putBack } from './writing.ts'

/** An older list names a reply that has already joined the draft. */
const joined = new Set<string>()

export const useStoredReplies = (member: number, conversation: string): void => {
  const { data } = useResource('device.drafts', controlled.value ? {} : null)
  useEffect(() => {
    for (const { id, place, text } of data?.drafts ?? []) {
      if (place !== conversation || text === undefined || joined.has(id)) continue
      joined.add(id)
      const draft = drafts.read(member, conversation)
      // Another tab may have put it there just now.
      if (draft !== text && !draft.startsWith(`${text}\n`)) drafts.write(member, conversation, putBack(text, draft))
      void storedPhotos.drop(id)
    }
  }, [data, member, conversation])
}
