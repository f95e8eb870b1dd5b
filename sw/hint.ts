/** A generic notification in the worker's own words: it says that there is news and nothing more. */
import { DEFAULT_LOCALE } from '#contract/locales.ts'
import { HINTS, HINT_TITLE } from './handlers/texts.ts'
import { ignored } from './ignored.ts'
import { isVisible } from './is-visible.ts'
import type { NotificationData } from './notifications.ts'
import { ofStore } from './or-after.ts'
import type { Ports } from './ports.ts'
import type { MemberSession } from './store/session.ts'
import type { ShellStore } from './store/shell-db.ts'
import { messageIn, type Write } from './writes/table.ts'

export const LOOK = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' }

type Needs = { ports: Pick<Ports, 'later' | 'notifications' | 'windows'>; shell: Pick<ShellStore, 'read'> }

export const showHint = async ({ ports, shell }: Needs, data: NotificationData): Promise<void> => {
  const row = await ofStore(ports, shell.read(), null)
  const locale = row?.locale ?? DEFAULT_LOCALE
  const hint = { ...LOOK, body: HINTS[locale], lang: locale, tag: 'hint', data: { ...data, kind: null } }
  await ignored(ports.notifications.show(HINT_TITLE, hint))
}

/**
 * [PWA-3] Notifies the member that the server refused a message written on this device, perhaps inside a notification.
 * Only a device with a subscription and no visible window shows it.
 */
export const hintOfRefusal = async (needs: Needs, { member }: MemberSession, write: Write): Promise<void> => {
  const message = messageIn(write)
  if (!message) return
  const { push } = await needs.shell.read()
  const windows = await needs.ports.windows.list()
  if (push?.member !== member || windows.some(isVisible)) return
  // This differs from the conversation's address, because reading the conversation must not close this notification.
  await showHint(needs, { member, path: `/chats/${message.conversation}?refused`, seq: 0 })
}
