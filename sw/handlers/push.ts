/**
 * A push: what it carries is on the device before its notification shows [PWA-6]. Every push shows one; the server, not
 * the worker, leaves out a push whose recipient is looking.
 */
import * as v from 'valibot'
import { PushPayload } from '#contract/push.ts'
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import type { Extend } from '../ports.ts'
import { DEFAULT_LOCALE } from '#contract/locales.ts'
import { isMember, type MemberSession } from '../store/session.ts'
import { applyPush } from '../sync/apply.ts'
import { HINTS, HINT_TITLE } from './texts.ts'

/** What a notification carries for the tap: whose it is, and where it leads. */
export const NotificationData = v.object({ member: v.nullable(v.number()), path: v.string() })
type NotificationData = v.InferOutput<typeof NotificationData>

const LOOK = { icon: '/icons/icon-192.png' }

/** @param text the payload as it came; null where the push has none or it could not be read */
export const receivePush = async (device: Device, text: string | null, extend: Extend): Promise<void> => {
  const payload = payloadOf(text)
  const session = await device.sessions.current().catch(() => null)
  if (!payload || !session || !isMember(session) || session.member !== payload.notification.data.member) {
    await showHint(device)
    await device.resume()
    return
  }
  await ignored(store(device, session, payload, extend))
  const { title, body, lang, tag, navigate } = payload.notification
  const data: NotificationData = { member: session.member, path: pathOf(navigate) }
  await ignored(device.ports.notifications.show(title, { ...LOOK, body, lang, tag, renotify: true, data }))
  await device.resume()
}

/** The host is left alone: the app may be open under another name of the site. */
const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]+/, '')

const store = async (device: Device, session: MemberSession, payload: PushPayload, extend: Extend): Promise<void> => {
  const { counts, profile } = payload.notification.data
  // Before anything else: the server's totals, even where the device's own store is out of order [PWA-8].
  await ignored(device.ports.badge(counts.unread_messages + counts.new_likes))
  device.ports.news(await applyPush(session, payload, device.ports.now()))
  await device.showBadge(session)
  if (profile) extend(device.photos.warm(session, [profile], 'thumb'))
}

/** For someone else, or unreadable: that there is something, and nothing more. */
const showHint = async ({ sessions, ports }: Device): Promise<void> => {
  const locale = await sessions.shell.read().then(
    (shell) => shell.locale,
    () => DEFAULT_LOCALE,
  )
  const data: NotificationData = { member: null, path: '/' }
  await ignored(ports.notifications.show(HINT_TITLE, { ...LOOK, body: HINTS[locale], lang: locale, tag: 'hint', data }))
}

const payloadOf = (text: string | null): PushPayload | null => {
  if (text === null) return null
  try {
    const parsed = v.safeParse(PushPayload, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
