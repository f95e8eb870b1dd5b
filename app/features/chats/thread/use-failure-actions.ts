/**
 * Retry, edit and discard for refused messages: through the device for its outbox, or in this page for its own sends
 * [PWA-3].
 */
import { useMemo, type RefObject } from 'react'
import { call } from '../../../ports/api.ts'
import { errorText } from '../../../state/error-text.ts'
import { invalidate } from '../../../state/resource.ts'
import { storedPhotos } from '../../../state/stored-photos.ts'
import { toast } from '../../../state/toasts.ts'
import { putBack } from '../composer/writing.ts'
import { outgoing } from '../sending/page-outgoing.ts'
import { drafts } from '../../../state/drafts.ts'
import type { ThreadMessage } from './thread-message.ts'
import type { FailureHandlers } from './failure-buttons.tsx'

export const useFailureActions = (
  me: number,
  conversation: string,
  field: RefObject<HTMLTextAreaElement | null>,
  isClosed: boolean,
): FailureHandlers =>
  useMemo(() => {
    const onDevice = async (name: 'device.retry' | 'device.discard', id: string): Promise<boolean> => {
      const answer = await call(name, { params: { id } })
      // A missing message needs no action either: it was sent, or another tab discarded it.
      const done = answer.ok || answer.error.error === 'not_found'
      if (!done) toast(errorText(answer.error))
      invalidate([`messages:${conversation}`, 'chats'])
      return done
    }
    const discard = async ({ client_id, source, type }: ThreadMessage): Promise<boolean> => {
      if (source === 'device') return onDevice('device.discard', client_id)
      outgoing.discard(client_id)
      // The outbox has not taken the photo, so the device still stores it as a chosen one.
      if (type === 'photo') await storedPhotos.drop(client_id)
      return true
    }
    return {
      isClosed,
      retry: ({ client_id, source, failure }) => {
        // The next message then states the price of today.
        if (failure?.error === 'cost_changed') invalidate(['settings'])
        if (source === 'device') void onDevice('device.retry', client_id)
        else outgoing.retry(client_id)
      },
      discard: (message) => void discard(message),
      edit: (message) => {
        // First store the text, then discard its message, so that the text is never lost.
        if (message.type === 'text')
          drafts.write(me, conversation, putBack(message.text, drafts.read(me, conversation)))
        void discard(message)
        field.current?.focus()
      },
    }
  }, [me, conversation, field, isClosed])
