/** What the buttons of a notification do here and now: written down for the server as on a screen, no window, no network needed. */
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { Device } from '../device.ts'
import type { NotificationData } from '../notifications.ts'
import type { Extend } from '../ports.ts'
import type { MemberSession } from '../store/session.ts'
import type { QueuedName } from '../store/writes.ts'
import { answerQueuedCall } from './queued.ts'

/** What was tapped of it (nothing for the notification itself), and what was written into it. */
export type Tapped = { action: string; reply: string }

/** @returns whether there is nothing left to do on a screen */
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

  /** Whoever likes back has seen who it is. */
  const likeBack = async (): Promise<boolean> => {
    const params = { profile: String(profile) }
    return (await queue('likes.put', params)) && queue('likes.seen', params)
  }

  if (profile === undefined) return false
  const text = reply.trim()
  if (text === '' && action === 'read') return read()
  if (text === '' && action === 'like') return likeBack()
  // Whose words it is is not always said (Chromium on Linux): one button alone asks for some.
  if (text === '') return false
  const isSent = await queue('messages.send', {}, { client_id: device.ports.newId(), profile, type: 'text', text })
  // Whoever answers has read it.
  if (isSent) await read()
  return isSent
}
