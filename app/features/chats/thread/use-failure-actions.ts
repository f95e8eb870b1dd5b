/**
 * Retry, edit and discard for refused messages: through the device for its outbox, or in this page for its own sends
 * [PWA-3].
 */
import { useMemo, type RefObject } from 'react'
import type { Topic } from '#contract/device.ts'
import { settleWrite } from '../../../state/connection.ts'
import { invalidate } from '../../../state/resource.ts'
import { storedPhotos } from '../../../state/stored-photos.ts'
import { putBack } from '../composer/writing.ts'
import { outgoing } from '../sending/page-outgoing.ts'
import { t } from '../../../state/i18n.ts'
import { toast, undoing } from '../../../state/toasts.ts'
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
    const topics: Topic[] = [`messages:${conversation}`, 'chats']
    const toDraft = (text: string): void => drafts.write(me, conversation, putBack(text, drafts.read(me, conversation)))
    /** @returns whether it was still there */
    const discard = async ({ client_id, source, type }: ThreadMessage): Promise<boolean> => {
      if (source === 'device') return settleWrite('device.discard', client_id, topics)
      outgoing.discard(client_id)
      // The outbox has not taken the photo, so the device still stores it as a chosen one.
      if (type === 'photo') void storedPhotos.drop(client_id)
      return true
    }
    const discardWithUndo = async (message: ThreadMessage): Promise<void> => {
      if ((await discard(message)) && message.type === 'text')
        toast(t('chat.discarded'), { action: undoing(() => toDraft(message.text)) })
    }
    return {
      isClosed,
      retry: ({ client_id, source, failure }) => {
        // The next message then states the price of today.
        if (failure?.error === 'cost_changed') invalidate(['settings'])
        if (source === 'device') void settleWrite('device.retry', client_id, topics)
        else outgoing.retry(client_id)
      },
      discard: (message) => void discardWithUndo(message),
      edit: (message) => {
        // First store the text, then discard its message, so that the text is never lost.
        if (message.type === 'text') toDraft(message.text)
        void discard(message)
        field.current?.focus()
      },
    }
  }, [me, conversation, field, isClosed])
