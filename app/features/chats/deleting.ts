/**
 * Deletes a conversation for this member: hidden at once, with an undo, and back with an alert if the delete fails
 * [CHAT-8].
 */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { CallAnswer } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../../ports/api.ts'
import { errorText, undoRefusalText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { invalidate } from '../../state/resource.ts'
import { toast, undoingDeletion } from '../../state/toasts.ts'

type Deleting = {
  /** Deleted conversations that a list requested earlier may still contain. */
  gone: ReadonlySignal<ReadonlySet<string>>
  remove: (chat: DeletedChat) => Promise<void>
  /** Takes a new list: stops hiding chats that are no longer in it, and shows chats with a newer message. */
  listed: (chats: CallAnswer<'chats.get'>['chats']) => void
}

export type DeletedChat = {
  conversation: string
  /** The id of the last message seen, or null if there is none. */
  upTo: number | null
  name: string
}

type Needs = {
  /** `id`: the queued write on a device that delays the deletion. */
  ask: (chat: DeletedChat) => Promise<{ ok: true; id: string | null } | { ok: false; error: ErrorBody }>
  /** Discards a deletion that is still queued on the device. */
  takeBack: (id: string) => Promise<boolean>
  /** Confirms the deletion; `undo` is null when it cannot be undone. */
  tell: (chat: DeletedChat, undo: (() => void) | null) => void
  alert: (chat: DeletedChat, error: ErrorBody) => void
  reload: () => void
}

export const makeDeleting = ({ ask, takeBack, tell, alert, reload }: Needs): Deleting => {
  const upTo = new Map<string, number>()
  const gone = signal<ReadonlySet<string>>(new Set())
  const hide = (conversation: string): void => {
    gone.value = new Set(gone.peek()).add(conversation)
  }
  const show = (conversation: string): void => {
    const next = new Set(gone.peek())
    next.delete(conversation)
    gone.value = next
  }
  const undo = async ({ conversation }: DeletedChat, id: string): Promise<void> => {
    if (await takeBack(id)) show(conversation)
    reload()
  }
  const remove = async (chat: DeletedChat): Promise<void> => {
    upTo.set(chat.conversation, chat.upTo ?? 0)
    hide(chat.conversation)
    const answer = await ask(chat)
    if (answer.ok) {
      const { id } = answer
      tell(chat, id === null ? null : () => void undo(chat, id))
    } else {
      show(chat.conversation)
      alert(chat, answer.error)
    }
    reload()
  }
  const listed: Deleting['listed'] = (chats) => {
    for (const conversation of gone.peek()) {
      const chat = chats.find((one) => one.conversation === conversation)
      const isNewer = (chat?.last_message?.id ?? 0) > (upTo.get(conversation) ?? 0)
      if (!chat || isNewer || chat.waiting) show(conversation)
    }
  }
  return { gone, remove, listed }
}

/** Deletes conversations of this page through the app's calls. */
export const deleting = makeDeleting({
  ask: async ({ conversation, upTo }) => {
    const answer = await call('chats.delete', { body: { conversation, ...(upTo === null ? {} : { up_to: upTo }) } })
    return answer.ok ? { ok: true, id: answer.queued ? answer.id : null } : answer
  },
  takeBack: async (id) => {
    const answer = await call('device.discard', { params: { id } })
    // A screen reader hears nothing else of an undo by the keys.
    toast(answer.ok ? t('ui.undone') : undoRefusalText(answer.error))
    return answer.ok
  },
  tell: ({ name }, undo) => void toast(t('chats.deleted', { name }), undo ? undoingDeletion(undo) : {}),
  alert: ({ name }, error) => void toast(t('chats.deleteFailed', { name, reason: errorText(error) }), { sticky: true }),
  reload: () => invalidate(['chats', 'user']),
})
