/** Deleting a conversation for oneself: gone at once, with a way back, and back with an alert where it failed [CHAT-8]. */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { CallAnswer } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'

export type Deleting = {
  /** What is deleted and may still be in a list that was asked for before. */
  gone: ReadonlySignal<ReadonlySet<string>>
  remove: (chat: Deleted) => Promise<void>
  /** A list came: what is not in it any more needs no hiding, and what was written since is shown. */
  listed: (chats: CallAnswer<'chats.get'>['chats']) => void
}

export type Deleted = {
  conversation: string
  /** The last message seen, or null where there is none. */
  upTo: number | null
  name: string
}

type Needs = {
  /** `id`: names it on a device that holds it back for a while. */
  ask: (chat: Deleted) => Promise<{ ok: true; id: string | null } | { ok: false; error: ErrorBody }>
  /** Takes a deletion back that the device still holds. */
  takeBack: (id: string) => Promise<boolean>
  /** Says that it is done; `undo` where there is a way back. */
  tell: (chat: Deleted, undo: (() => void) | null) => void
  alert: (chat: Deleted, error: ErrorBody) => void
  reload: () => void
}

export const makeDeleting = ({ ask, takeBack, tell, alert, reload }: Needs): Deleting => {
  const upTo = new Map<string, number>()
  const gone = signal<ReadonlySet<string>>(new Set())
  const hide = (conversation: string, hidden: boolean): void => {
    const next = new Set(gone.peek())
    if (hidden) next.add(conversation)
    else next.delete(conversation)
    gone.value = next
  }
  const undo = async ({ conversation }: Deleted, id: string): Promise<void> => {
    if (await takeBack(id)) hide(conversation, false)
    reload()
  }
  const remove = async (chat: Deleted): Promise<void> => {
    upTo.set(chat.conversation, chat.upTo ?? 0)
    hide(chat.conversation, true)
    const answer = await ask(chat)
    if (answer.ok) {
      const { id } = answer
      tell(chat, id === null ? null : () => void undo(chat, id))
    } else {
      hide(chat.conversation, false)
      alert(chat, answer.error)
    }
    reload()
  }
  const listed: Deleting['listed'] = (chats) => {
    for (const conversation of gone.peek()) {
      const chat = chats.find((one) => one.conversation === conversation)
      const isNewer = (chat?.last_message?.id ?? 0) > (upTo.get(conversation) ?? 0)
      if (!chat || isNewer || chat.waiting) hide(conversation, false)
    }
  }
  return { gone, remove, listed }
}
