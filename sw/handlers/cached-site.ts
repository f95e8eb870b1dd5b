/**
 * Answers the data that all members share: site settings, places, interests, company. The worker fetches each once, and
 * again when its copy is too old [SITE-11].
 */
import * as v from 'valibot'
import type { CallAnswer } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import type { Places } from '#contract/entities/place.ts'
import type { MessagePrices } from '#contract/rules/message-cost.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { safeParseNewer } from '#contract/newer.ts'
import type { Device } from '../device.ts'
import type { Extend } from '../ports.ts'
import { Unreachable, type ServerAnswer } from '../server-api.ts'
import { unlessFull } from '../storage.ts'
import { isMember, type DeviceSession } from '../store/session.ts'
import type { SiteRow } from '../store/shell-db.ts'
import { isOld } from '../timeout.ts'
import { answerOfServer, answerWith, type CallHandler } from './answers.ts'

export const getSettings: CallHandler<'settings.get'> = (device, { session, extend }) =>
  site(device, session, extend, { name: 'settings.get', topic: 'settings', freshMs: 5 * MINUTE_MS })

/** Refreshes the settings while no page is open. Throws `Unreachable`. */
export const refreshSettings = (device: Device, session: DeviceSession): Promise<ServerAnswer<unknown>> =>
  take(device, session, { name: 'settings.get' })

const PLACES = { name: 'regions.get', topic: 'regions', freshMs: DAY_MS } as const

export const getRegions: CallHandler<'regions.get'> = (device, { session, extend }) => site(device, session, extend, PLACES)

/** After the server has refused a place of the stored list, which may be a day old [PROF-7]. */
export const refreshPlaces = async (device: Device, session: DeviceSession): Promise<void> => {
  const stored = await device.sessions.shell.readSite(PLACES.name)
  if (stored) await refresh(device, session, PLACES, stored.data)
}

export const getInterests: CallHandler<'interests.get'> = (device, { session, extend }) =>
  site(device, session, extend, { name: 'interests.get', topic: 'interests', freshMs: DAY_MS })

export const getCompany: CallHandler<'companyinfo.get'> = (device, { session, extend }) =>
  site(device, session, extend, { name: 'companyinfo.get', topic: 'company', freshMs: DAY_MS })

/** The settings from the last answer, or null before the first. */
export const cachedSettings = async (device: Device): Promise<CachedSettings | null> => {
  const stored = safeParseNewer(SettingsAnswer, (await storedSettings(device))?.data)
  return stored.success ? stored.output.settings : null
}

/** The time by the server's clock, as far as this device knows it. */
export const serverNow = async (device: Device): Promise<number> =>
  device.ports.now() + clockLead(await storedSettings(device))

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
const clockLead = (row: SiteRow | undefined): number => (row?.served_at ?? row?.held_at ?? 0) - (row?.held_at ?? 0)

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

type SiteName = 'settings.get' | 'regions.get' | 'interests.get' | 'companyinfo.get'
type SiteCall = { name: SiteName; topic: Topic; freshMs: number }

const site = async (device: Device, session: DeviceSession, extend: Extend, call: SiteCall): Promise<Response> => {
  const { ports, sessions } = device
  const stored = await sessions.shell.readSite(call.name)
  if (!stored) return answerOfServer(await take(device, session, call))
  if (isOld(stored.held_at, call.freshMs, ports.now())) {
    extend(refresh(device, session, call, stored.data))
  }
  return answerWith(stored.data, stored.held_at)
}

const refresh = async (device: Device, session: DeviceSession, call: SiteCall, stored: unknown): Promise<void> => {
  const before = clockLead(await storedSettings(device))
  const answer = await take(device, session, call)
  if (answer.ok && JSON.stringify(answer.data) !== JSON.stringify(stored)) device.ports.news([call.topic])
  // The device's clock was set: other messages are too old now.
  if (Math.abs(clockLead(await storedSettings(device)) - before) >= HOUR_MS)
    device.ports.news(['chats', ...(await conversationsOf(session)).map((id): Topic => `messages:${id}`)])
}

const conversationsOf = async (session: DeviceSession): Promise<string[]> =>
  isMember(session) ? session.read(['conversations'], (tx) => tx.objectStore('conversations').getAllKeys()) : []

const take = async (
  device: Device,
  session: DeviceSession,
  { name }: Pick<SiteCall, 'name'>,
): Promise<ServerAnswer<unknown>> => {
  const answer = await device.server.ask(session, name, {})
  if (!answer.ok) return answer
  if (!answer.data) throw new Unreachable()
  const { data, servedAt } = answer
  const row = { data, held_at: device.ports.now(), ...(servedAt === undefined ? {} : { served_at: servedAt }) }
  await unlessFull(device.sessions.shell.writeSite(name, row))
  return answer
}
