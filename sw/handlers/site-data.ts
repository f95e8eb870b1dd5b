/** The site's data as this device has cached them: the settings that the worker itself uses, the server's clock, and the places. */
import * as v from 'valibot'
import type { CallAnswer } from '#contract/calls.ts'
import type { Places } from '#contract/entities/place.ts'
import { DAY_MS } from '#contract/limits.ts'
import { safeParseNewer } from '#contract/newer.ts'
import type { MessagePrices } from '#contract/rules/message-cost.ts'
import type { Device } from '../device.ts'
import type { SiteRow } from '../store/shell-db.ts'

/** The settings from the last answer, or null before the first. */
export const cachedSettings = async (device: Device): Promise<CachedSettings | null> => {
  const stored = safeParseNewer(SettingsAnswer, (await storedSettings(device))?.data)
  return stored.success ? stored.output.settings : null
}

/** The time by the server's clock, as far as this device knows it. */
export const serverNow = async (device: Device): Promise<number> => device.ports.now() + (await clockLead(device))

/** Messages older than this are not shown [CHAT-10]. */
export const messagesSince = async (device: Device): Promise<number> =>
  (await serverNow(device)) - (await messagesMs(device))

/**
 * Messages older than this are deleted [CHAT-10]: by the server's clock alone, as it was last heard. A clock of the device that jumps a year
 * ahead hides the messages until it is set right, and must not delete them.
 */
export const messagesStoredSince = async (device: Device): Promise<number> =>
  ((await storedSettings(device))?.served_at ?? device.ports.now()) - (await messagesMs(device))

const messagesMs = async (device: Device): Promise<number> =>
  ((await cachedSettings(device))?.message_days ?? MESSAGE_DAYS) * DAY_MS

const storedSettings = ({ sessions }: Device): Promise<SiteRow | undefined> => sessions.shell.readSite('settings.get')

/** The lead of the server's clock over this device's, in milliseconds. */
export const clockLead = async (device: Device): Promise<number> => {
  const { held_at = 0, served_at = held_at } = (await storedSettings(device)) ?? {}
  return served_at - held_at
}

/** The prices of messages; null if the settings never loaded, or an older version stored them. */
export const cachedPrices = async (device: Device): Promise<MessagePrices | null> => {
  const stored = safeParseNewer(PricesAnswer, (await storedSettings(device))?.data)
  return stored.success ? stored.output.settings : null
}

const PricesAnswer = v.object({
  settings: v.object({ message_credits: v.number(), photo_credits: v.number(), gift_credits: v.number() }),
})

/** The default until the settings have loaded once. */
const MESSAGE_DAYS = 180

/** The settings that the worker itself uses. */
const CachedSettings = v.object({
  message_days: v.number(),
  search_page_size: v.number(),
  push_public_key: v.string(),
})
type CachedSettings = v.InferOutput<typeof CachedSettings>
const SettingsAnswer = v.object({ settings: CachedSettings })

/** The list of places, or null if it was never fetched. It is stored as the server sent it. */
export const cachedPlaces = async ({ sessions }: Device): Promise<Places | null> => {
  const stored = (await sessions.shell.readSite('regions.get'))?.data as CallAnswer<'regions.get'> | undefined
  return stored?.countries ?? null
}
