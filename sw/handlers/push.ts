/**
 * Handles a push: stores its contents before its notification shows [PWA-6]. Every push shows a notification. The
 * server, not the worker, leaves out a push whose recipient is looking.
 */
import { safeParseNewer } from '#contract/newer.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { PushPayload } from '#contract/push.ts'
import type { Device } from '../device.ts'
import { NOTIFICATION_ICONS, showGenericNotification } from '../generic-notification.ts'
import { ignored } from '../ignored.ts'
import { readData, type NotificationData } from '../notifications.ts'
import { readStoreOr } from '../timeout.ts'
import { completePush, namedIn, pathIn, type KnownPush } from '../older-pushes.ts'
import type { Extend, OpenNotification } from '../ports.ts'
import { readMe } from '../store/me.ts'
import { readOutbox } from '../store/outbox-rows.ts'
import { isMember, type DeviceSession, type MemberSession } from '../store/session.ts'
import { applyPush } from '../sync/apply.ts'
import { queuedBlocks } from '../writes/overlays.ts'

/** @param received the payload as text, or as parsed by the browser; null without a payload */
export const receivePush = async (device: Device, received: unknown, extend: Extend): Promise<void> => {
  const payload = parsePayload(received)
  const session = await readStoreOr(device.ports, knownSession(device), null)
  const showGeneric = (member: number | null): Promise<void> =>
    showGenericNotification(
      { ports: device.ports, shell: device.sessions.shell },
      { member, path: '/', seq: 0 },
      payload?.notification.lang,
    )
  if (!payload || !session || !isMember(session) || session.member !== payload.notification.data.member) {
    // The push is for another member, or unreadable.
    await showGeneric(null)
    await device.resume()
    return
  }
  await readStoreOr(device.ports, store(device, session, payload, extend), null)
  const { profile } = payload.notification.data
  // The server does not know a queued block yet, and every push must show something [PWA-6].
  if (profile !== null && (await isBlockedHere(device, session, profile.id))) await showGeneric(session.member)
  else await ignored(show(device, session, payload))
  await device.resume()
}

/** A subscription may outlive the databases, which say who is logged in. */
const knownSession = async ({ identity, sessions }: Device): Promise<DeviceSession> => {
  await identity.askIfUnknown()
  return sessions.current()
}

const isBlockedHere = async ({ ports }: Device, session: MemberSession, profile: number): Promise<boolean> =>
  queuedBlocks(await readStoreOr(ports, session.read(['outbox'], readOutbox), [])).get(profile) === true

/**
 * Shows one notification per conversation: a later push replaces the earlier and sounds again. A push that arrives late
 * changes nothing.
 */
const show = async ({ ports }: Device, session: MemberSession, { notification }: KnownPush): Promise<void> => {
  const { notifications, now } = ports
  const { title, body, lang, tag, navigate, silent = false, timestamp = now(), actions = [] } = notification
  const { seq, message, profile, kind = null, names, conversation } = notification.data
  const data: NotificationData = { member: session.member, path: pathIn(navigate), seq, kind, names, conversation }
  if (profile) data.profile = profile.id
  if (message) data.message = message.id
  const icon = await readStoreOr(ports, iconFor(session, notification), NOTIFICATION_ICONS.icon)
  const open = await notifications.list(tag).catch(() => [])
  const newer = open.find((shown) => (readData(shown.data)?.seq ?? 0) >= seq)
  const shown = newer ?? { title, body, icon, timestamp, data }
  const shownNames = newer ? namesOf(newer, profile) : names
  await notifications.show(shown.title, {
    ...NOTIFICATION_ICONS,
    body: shown.body,
    icon: shown.icon,
    data: shown.data,
    timestamp: shown.timestamp ?? timestamp,
    lang,
    tag,
    navigate,
    renotify: !newer && !silent,
    silent,
    actions: actions
      // Offer reply and like only if the shown text names the partner [PWA-6].
      .filter(({ action }) => action === 'read' || (profile !== null && shownNames === profile.id))
      .slice(0, notifications.maxActions)
      // Chromium on Linux reports the button after a text button as the text button, so the text button comes last.
      .toSorted((one, other) => Number(one.action === 'reply') - Number(other.action === 'reply'))
      .map(({ action, title: label }) =>
        action === 'reply' && notifications.takesText
          ? { action, title: label, type: 'text' }
          : { action, title: label },
      ),
  })
}

/** Shows the partner's photo only if the member wants details and the title names the partner [PWA-6]. */
const iconFor = async (session: MemberSession, { data }: KnownPush['notification']): Promise<string> => {
  const { user } = await session.read(['meta'], readMe)
  const { profile, names } = data
  const isNamed = user?.settings.push_details === true && profile !== null && names === profile.id
  return (isNamed && profile.main_image?.thumb_filename) || NOTIFICATION_ICONS.icon
}

/** Notifications of older workers do not say whom they name. */
const namesOf = ({ title, data }: OpenNotification, profile: ProfileCard | null): number | null => {
  const names = readData(data)?.names
  return names === undefined ? namedIn(title, profile) : names
}

const store = async (device: Device, session: MemberSession, payload: KnownPush, extend: Extend): Promise<void> => {
  const { counts, profile } = payload.notification.data
  // Set the badge to the server's totals first, so that it is right even if the device's store fails [PWA-8].
  await ignored(device.ports.badge(counts.unread_messages + counts.new_likes))
  device.ports.news(await applyPush(session, payload, device.ports.now()))
  await device.showBadge(session)
  if (profile) extend(device.photos.warm(session, [profile], 'thumb'))
}

const parsePayload = (received: unknown): KnownPush | null => {
  try {
    const parsed = safeParseNewer(PushPayload, typeof received === 'string' ? JSON.parse(received) : received)
    return parsed.success ? completePush(parsed.output) : null
  } catch {
    return null
  }
}
