/**
 * Answers the data that all members share: site settings, places, interests, company. The worker fetches each once, and
 * again when its copy is too old [SITE-11].
 */
import type { Topic } from '#contract/device.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Device } from '../device.ts'
import type { Extend } from '../ports.ts'
import { Unreachable, type ServerAnswer } from '../server-api.ts'
import { unlessFull } from '../storage.ts'
import { isMember, type DeviceSession } from '../store/session.ts'
import { isOld } from '../timeout.ts'
import { answerOfServer, answerWith, type CallHandler } from './answers.ts'
import { clockLead } from './site-data.ts'

export const getSettings: CallHandler<'settings.get'> = (device, { session, extend }) =>
  site(device, session, extend, { name: 'settings.get', topic: 'settings', freshMs: 5 * MINUTE_MS })

/** Refreshes the settings while no page is open. Throws `Unreachable`. */
export const refreshSettings = (device: Device, session: DeviceSession): Promise<ServerAnswer<unknown>> =>
  take(device, session, { name: 'settings.get' })

const PLACES = { name: 'regions.get', topic: 'regions', freshMs: DAY_MS } as const

export const getRegions: CallHandler<'regions.get'> = (device, { session, extend }) =>
  site(device, session, extend, PLACES)

/** After the server has refused a place of the stored list, which may be a day old [PROF-7]. */
export const refreshPlaces = async (device: Device, session: DeviceSession): Promise<void> => {
  const stored = await device.sessions.shell.readSite(PLACES.name)
  if (stored) await refresh(device, session, PLACES, stored.data)
}

export const getInterests: CallHandler<'interests.get'> = (device, { session, extend }) =>
  site(device, session, extend, { name: 'interests.get', topic: 'interests', freshMs: DAY_MS })

export const getCompany: CallHandler<'companyinfo.get'> = (device, { session, extend }) =>
  site(device, session, extend, { name: 'companyinfo.get', topic: 'company', freshMs: DAY_MS })

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
  const before = await clockLead(device)
  const answer = await take(device, session, call)
  if (answer.ok && JSON.stringify(answer.data) !== JSON.stringify(stored)) device.ports.news([call.topic])
  // The device's clock was set: other messages are too old now.
  if (Math.abs((await clockLead(device)) - before) >= HOUR_MS)
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
