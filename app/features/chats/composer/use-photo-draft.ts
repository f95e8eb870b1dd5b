/**
 * The photo draft of a conversation's composer, and the number of further ones. The device stores the list, so all tabs
 * show the same.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { controlled } from '../../../ports/service-worker.ts'
import { useResource } from '../../../state/resource.ts'
import { photoDrafts } from './page-photo-drafts.ts'
import { waitingIn, type PhotoDraft } from './photo-draft.ts'

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
  return { photo, more: waiting.filter(({ id }) => id !== shown).length }
}
