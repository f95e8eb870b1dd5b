/** A notification in the worker's own words: that there is something, and nothing more. */
import { DEFAULT_LOCALE } from '#contract/locales.ts'
import { HINTS, HINT_TITLE } from './handlers/texts.ts'
import { ignored } from './ignored.ts'
import { isVisible } from './is-visible.ts'
import type { NotificationData } from './notifications.ts'
import { ofStore } from './or-after.ts'
import type { Ports } from './ports.ts'
import type { MemberSession } from './store/session.ts'
import type { ShellStore } from './store/shell-db.ts'
import type { Write } from './store/writes.ts'

export const LOOK = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' }

type Needs = { ports: Pick<Ports, 'later' | 'notifications' | 'windows'>; shell: Pick<ShellStore, 'read'> }

export const showHint = async ({ ports, shell }: Needs, data: NotificationData): Promise<void> => {
  const row = await ofStore(ports, shell.read(), null)
  const locale = row?.locale ?? DEFAULT_LOCALE
  await ignored(ports.notifications.show(HINT_TITLE, { ...LOOK, body: HINTS[locale], lang: locale, tag: 'hint', data }))
}

/** The server will not have a message that was written on this device, perhaps into a notification: who is notified here and does not look hears of it [PWA-3]. */
export const hintOfRefusal = async (needs: Needs, { member }: MemberSession, write: Write): Promise<void> => {
  if (write.kind !== 'messages.send' && write.kind !== 'messages.photo') return
  const { push } = await needs.shell.read()
  const windows = await needs.ports.windows.list()
  if (push?.member !== member || windows.some(isVisible)) return
  // Not the conversation's own address: that it was read says nothing of this.
  await showHint(needs, { member, path: `/chats/${write.conversation}?refused`, seq: 0 })
}
