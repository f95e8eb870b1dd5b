/**
 * Handles a tap on a notification: its buttons queue a write as a screen would, without a window or a network. Any other tap
 * focuses an open window, which navigates, or opens a new one [PWA-7].
 */
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import { readData, type NotificationData } from '../notifications.ts'
import { type Extend, isVisible } from '../ports.ts'
import { isFull } from '../storage.ts'
import { isMember, type MemberSession } from '../store/session.ts'
import { storeRoute } from '../store/route.ts'
import { isOwnPath } from '#contract/device.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { messageCost } from '#contract/rules/message-cost.ts'
import type { QueuedName } from '../writes/queued-call.ts'
import { cachedPrices } from './site-data.ts'
import { answerQueuedCall } from './queued.ts'

export const openNotification = async (
  device: Device,
  data: unknown,
  tapped: NotificationTap,
  extend: Extend,
): Promise<void> => {
  const session = await device.sessions.current().catch(() => null)
  const notification = readData(data)
  // A notification for a member who is no longer logged in opens the start page and does nothing else.
  if (!session || !isMember(session) || notification?.member !== session.member || !isOwnPath(notification.path)) {
    if (notification) await ignored(storeReply(device, notification, tapped.reply.trim(), device.ports.newId()))
    return openPath(device, null)
  }
  const isDone = await actOn(device, session, notification, tapped, extend).catch(() => false)
  if (!isDone) await openPath(device, tapped.action === 'reply' ? `${notification.path}?reply` : notification.path)
}

const openPath = async (device: Device, path: string | null): Promise<void> => {
  const { windows } = device.ports
  const [open] = await Promise.all([windows.list(), ignored(storeRoute(device, path))])
  const window = open.find(({ focused }) => focused) ?? open.find(isVisible) ?? open[0]
  if (window && (await hasFocused(window.focus()))) {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a client of this worker has no target origin
    window.postMessage({ type: 'navigate', path: path ?? '/' })
    return
  }
  await windows.open(path ?? '/')
}

/** A browser may refuse to focus a window. */
const hasFocused = (focusing: Promise<unknown>): Promise<boolean> =>
  focusing.then(
    () => true,
    () => false,
  )

/** The button that was tapped (empty for the notification itself) and the typed reply. */
type NotificationTap = { action: string; reply: string }

/** Runs a button. @returns whether the action is complete, so that no screen has to open */
const actOn = async (
  device: Device,
  session: MemberSession,
  { profile, message }: NotificationData,
  { action, reply }: NotificationTap,
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

  /** A device without room cannot queue the reply, so it is sent at once, like the message of a page (`api.ts`) [PWA-13]. */
  const sendNow = (body: unknown): Promise<boolean> =>
    device.server.ask(session, 'messages.send', { body }).then(
      ({ ok }) => ok,
      () => false,
    )

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
  const id = device.ports.newId()
  const prices = await cachedPrices(device)
  // A notification shows no price, so the last one that this device knew counts [CHAT-15].
  const body = { client_id: id, profile, ...(prices && { cost: messageCost('text', prices) }), type: 'text', text }
  const isSent = await queue('messages.send', {}, body).catch((error: unknown) => isFull(error) && sendNow(body))
  // A member who answers has read the message. A full device cannot queue the mark.
  if (isSent) await ignored(read())
  else await storeReply(device, { member: session.member, profile }, text, id)
  return isSent
}

/**
 * No page has the words of a reply that cannot be queued, so they become the draft of the conversation [CHAT-2]. If the server has logged
 * the member out, it waits with their other data.
 */
const storeReply = async (
  { ports, sessions }: Device,
  { member, profile }: Pick<NotificationData, 'member' | 'profile'>,
  text: string,
  id: string,
): Promise<void> => {
  if (text === '' || member === null || profile === undefined) return
  const row = { id, place: conversationId(member, profile), text, name: '', bytes: 0, at: ports.now() }
  await sessions.storeTextOf(member, row)
  ports.news(['device'])
}
