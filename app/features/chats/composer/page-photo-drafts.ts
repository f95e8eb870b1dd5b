/** The photo drafts of this page. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { newId } from '../../../ports/random.ts'
import { preparePhoto } from '../../../ports/photo-worker.ts'
import { controlled } from '../../../ports/service-worker.ts'
import { useResource } from '../../../state/resource.ts'
import { storedPhotos } from '../../../state/stored-photos.ts'
import { onMemberLeft } from '../../../state/session.ts'
import { makePhotoDrafts, waitingIn, type PhotoDraft } from './photo-draft.ts'

export const photoDrafts = makePhotoDrafts({ prepare: preparePhoto, stored: storedPhotos, newId })

onMemberLeft(photoDrafts.forget)

/**
 * The photo draft of a conversation's composer, and the number of further ones. The device stores the list, so all tabs
 * show the same.
 */
export const usePhotoDraft = (conversation: string): { photo: PhotoDraft | undefined; more: number } => {
  useSignals()
  const photo = photoDrafts.all.value.get(conversation)
  const { data } = useResource('device.drafts', controlled.value ? {} : null)
  const shown = photo?.id
  useEffect(() => {
    if (data) void photoDrafts.listed(conversation, data.drafts)
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- when the shown photo has gone, the next one comes
  }, [conversation, data, shown])
  const waiting = data ? waitingIn(conversation, data.drafts) : []
  const unstored = photoDrafts.unstored.value.get(conversation) ?? []
  const behind = new Set([...waiting, ...unstored].map(({ id }) => id))
  return { photo, more: behind.size - (shown !== undefined && behind.has(shown) ? 1 : 0) }
}
