/** Deletes messages that have become too old [CHAT-10]. */
import type { Session } from './session.ts'

/** @param since messages sent before this moment are deleted, in milliseconds */
export const pruneMessages = (session: Session, since: number): Promise<void> =>
  session.write(['messages', 'conversations'], async (tx) => {
    const touched = new Set<string>()
    // Ids grow in the order in which the server received the messages, so the first recent message ends the loop.
    let cursor = await tx.objectStore('messages').openCursor()
    while (cursor && cursor.value.sent_at < since) {
      touched.add(cursor.value.conversation)
      await cursor.delete()
      cursor = await cursor.continue()
    }
    for (const conversation of touched) {
      const row = await tx.objectStore('conversations').get(conversation)
      if (!row) continue
      const { chat, history } = row
      await tx.objectStore('conversations').put({
        conversation,
        chat: chat && (chat.last_message?.sent_at ?? since) < since ? { ...chat, last_message: null } : chat,
        history: history && { ...history, older_hidden: true },
      })
    }
  })
