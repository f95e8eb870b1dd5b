/** A generic notification in the worker's own words: it says that there is news and nothing more. */
import { DEFAULT_LOCALE } from '#contract/locales.ts'
import { GENERIC_BODIES, GENERIC_TITLE } from './handlers/texts.ts'
import { ignored } from './ignored.ts'
import { isVisible } from './is-visible.ts'
import type { NotificationData } from './notifications.ts'
import { readStoreOr } from './timeout.ts'
import type { Ports } from './ports.ts'
import type { MemberSession } from './store/session.ts'
import type { ShellStore } from './store/shell-db.ts'
import { messageIn, type Write } from './writes/table.ts'

export const LOOK = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' }

type Needs = { ports: Pick<Ports, 'startTimer' | 'notifications' | 'windows'>; shell: Pick<ShellStore, 'read'> }

export const showGenericNotification = async ({ ports, shell }: Needs, data: NotificationData): Promise<void> => {
  const row = await readStoreOr(ports, shell.read(), null)
  const locale = row?.locale ?? DEFAULT_LOCALE
  const options = { ...LOOK, body: GENERIC_BODIES[locale], lang: locale, tag: 'hint', data: { ...data, kind: null } }
  await ignored(ports.notifications.show(GENERIC_TITLE, options))
}

/**
 * [PWA-3] Notifies the member that the server refused a message written on this device, perhaps inside a notification.
 * Only a device with a subscription and no visible window shows it.
 */
export const notifyOfRefusal = async (needs: Needs, { member }: MemberSession, write: Write): Promise<void> => {
  const message = messageIn(write)
  if (!message) return
  const { push } = await needs.shell.read()
  const windows = await needs.ports.windows.list()
  if (push?.member !== member || windows.some(isVisible)) return
  // This differs from the conversation's address, because reading the conversation must not close this notification.
  await showGenericNotification(needs, { member, path: `/chats/${message.conversation}?refused`, seq: 0 })
}
