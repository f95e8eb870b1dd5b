/** Runs the buttons of a notification: they queue a write as a screen would, without a window or a network. */
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { Device } from '../device.ts'
import type { NotificationData } from '../notifications.ts'
import type { Extend } from '../ports.ts'
import type { MemberSession } from '../store/session.ts'
import type { QueuedName } from '../writes/queued-call.ts'
import { answerQueuedCall } from './queued.ts'

/** The button that was tapped (empty for the notification itself) and the typed reply. */
export type Tapped = { action: string; reply: string }

/** @returns whether the action is complete, so that no screen has to open */
export const actOn = async (
  device: Device,
  session: MemberSession,
  { profile, message }: NotificationData,
  { action, reply }: Tapped,
  extend: Extend,
): Promise<boolean> => {
  const queue = async (name: QueuedName, params: Record<string, string>, body?: unknown): Promise<boolean> => {
    const raw = {
      params,
      query: new URLSearchParams(),
      body: { text: JSON.stringify(body) ?? '', isForm: false },
      upload: null,
    }
    return (await answerQueuedCall(device, name, raw, { session, extend })).ok
  }
  const read = async (): Promise<boolean> =>
    message !== undefined &&
    queue('chats.read', { conversation: conversationId(session.member, profile ?? 0) }, { up_to: message })

  /** Liking back also marks the received like as seen. */
  const likeBack = async (): Promise<boolean> => {
    const params = { profile: String(profile) }
    return (await queue('likes.put', params)) && queue('likes.seen', params)
  }

  if (profile === undefined) return false
  const text = reply.trim()
  if (text === '' && action === 'read') return read()
  if (text === '' && action === 'like') return likeBack()
  // Chromium on Linux may name the wrong button with a reply. Only one button takes text, so any text is a reply.
  if (text === '') return false
  const isSent = await queue('messages.send', {}, { client_id: device.ports.newId(), profile, type: 'text', text })
  // A member who answers has read the message.
  if (isSent) await read()
  return isSent
}
