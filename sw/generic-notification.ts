/** A generic notification in the worker's own words: it says that there is news and nothing more. */
import * as v from 'valibot'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#contract/locales.ts'
import { ignored } from './ignored.ts'
import type { NotificationData } from './notifications.ts'
import { readStoreOr } from './timeout.ts'
import { type Ports, isVisible } from './ports.ts'
import type { MemberSession } from './store/session.ts'
import type { ShellStore } from './store/shell-db.ts'
import { messageIn, type Write } from './writes/table.ts'

export const NOTIFICATION_ICONS = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' }

type Needs = {
  ports: Pick<Ports, 'startTimer' | 'notifications' | 'windows'>
  shell: Pick<ShellStore, 'read' | 'readSite'>
}

/** @param lang the language of the push, for a device that knows none because its data is gone or unreadable */
export const showGenericNotification = async (
  { ports, shell }: Needs,
  data: NotificationData,
  lang?: string,
): Promise<void> => {
  const [row, title] = await Promise.all([readStoreOr(ports, shell.read(), null), titleOf({ ports, shell })])
  const locale = row?.known === true ? row.locale : isLocale(lang) ? lang : DEFAULT_LOCALE
  const options = {
    ...NOTIFICATION_ICONS,
    body: GENERIC_BODIES[locale],
    lang: locale,
    tag: 'hint',
    data: { ...data, kind: null },
  }
  await ignored(ports.notifications.show(title, options))
}

const SiteName = v.object({ settings: v.object({ name: v.string() }) })

/** The name of this domain's site [SITE-15]; without its settings, the name the app was built with. */
const titleOf = async ({ ports, shell }: Needs): Promise<string> => {
  const stored = await readStoreOr(ports, shell.readSite('settings.get'), undefined)
  const site = v.safeParse(SiteName, stored?.data)
  return site.success ? site.output.settings.name : GENERIC_TITLE
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

/**
 * The few texts of the worker itself: `push.hint_title` and `push.hint_body` of `locales/`. A test compares them. The
 * locale files would double the worker's size.
 */
export const GENERIC_TITLE = 'Visavis'

export const GENERIC_BODIES: Record<Locale, string> = {
  it: 'Hai delle novità',
  en: 'There is something new for you',
  de: 'Es gibt etwas Neues für dich',
  es: 'Tienes novedades',
  fr: 'Il y a du nouveau pour toi',
  nl: 'Er is iets nieuws voor je',
  pl: 'Czeka na Ciebie coś nowego',
}
