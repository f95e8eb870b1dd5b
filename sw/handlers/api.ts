/** Answers requests to `/api/…`: finds the call in the table and follows its offline policy. */
import { callOf, matchCall, type CallName } from '#contract/calls.ts'
import type { OfflinePolicy } from '#contract/call.ts'
import { MEMBER_HEADER } from '#contract/device.ts'
import { FORM_TYPE } from '#contract/request-body.ts'
import type { Device } from '../device.ts'
import type { Extend } from '../ports.ts'
import { tryRequest, TIMEOUT_MS, Unreachable, UPLOAD_TIMEOUT_MS } from '../server-api.ts'
import { isMember, SessionOver, type DeviceSession } from '../store/session.ts'
import { isFull } from '../storage.ts'
import { topicOf } from '#contract/rules/topics.ts'
import { withTimeout } from '../timeout.ts'
import { isQueued } from '../writes/table.ts'
import { RefusedSync } from '../sync/sync.ts'
import { answerRefused, type CallHandler, type CallHandlers } from './answers.ts'
import { getBlocks, getProposals, getRelated, getReports, searchMembers, getDeck } from './cached-lists.ts'
import { listMessages } from './cached-messages.ts'
import { getChats, getLikes, getNotifications, getProfile, getUser } from './cached-own.ts'
import { getMember } from './cached-profile.ts'
import { getCompany, getInterests, getRegions, getSettings } from './cached-site.ts'
import { deviceHandlers } from './device-calls.ts'
import { parseInput, type RawInput } from './input.ts'
import { answerNetworkCall } from './network.ts'
import { answerQueuedCall } from './queued.ts'

/** A call that this version does not know has no name. The server of a newer version may know it, so it is forwarded. */
export type ApiCall = { name: CallName | null; params: Record<string, string> }
const UNKNOWN: ApiCall = { name: null, params: {} }

/** The calls of the operator's desk, which are no part of the table of calls [DESK-16]. */
const DESK_API = '/api/desk/'

/** The call of a request, or null if the worker does not handle the request. */
export const apiCallOf = (request: Request, origin: string): ApiCall | null => {
  const url = new URL(request.url)
  if (url.origin !== origin || !url.pathname.startsWith('/api/') || url.pathname.startsWith(DESK_API)) return null
  const path = url.pathname.slice('/api/'.length)
  const call: ApiCall = matchCall(request.method, path, (name) => url.searchParams.get(name)) ?? UNKNOWN
  // A stream through the worker would end with the worker. The browser itself must follow a redirect and save a file.
  if (call.name !== null && typeof callOf(call.name).response === 'string') return null
  // The server answers a call that is opened as a page, except a logout (`pages.ts`).
  return request.mode === 'navigate' ? null : call
}

/** A screen shows after this time that there is no connection. The request continues (`connection.patience`), and its answer is then announced. */
const READ_MS = TIMEOUT_MS + 1_000

const policyOf = (name: CallName | null): OfflinePolicy => (name === null ? 'network' : callOf(name).offline)

export const answerApi = async (
  device: Device,
  { name, params }: ApiCall,
  request: Request,
  extend: Extend,
): Promise<Response> => {
  // Clone the request before its body is read: if the store fails, a queued write is sent to the server unchanged.
  const spare = request.clone()
  const answer = async (): Promise<Response> => {
    await introduce(device, name)
    const session = await device.sessions.current()
    if (isForAnother(request, session)) throw new SessionOver()
    return byPolicy(device, name, { session, params, request, extend })
  }
  const offline = policyOf(name)
  try {
    const answering = answer().catch((error: unknown) => {
      // The session changed while this call was running. A read is answered for the current session.
      if (error instanceof SessionOver && (offline === 'cached' || offline === 'device')) return answer()
      throw error
    })
    if (offline !== 'cached') return await answering
    const answered = await withTimeout(device.ports, READ_MS, answering, null)
    if (answered) return answered
    const topic = name && topicOf(name, { params })
    extend(answering.then(({ ok }) => ok && topic && device.ports.news([topic])))
    throw new Unreachable()
  } catch (error) {
    if (error instanceof Unreachable) return answerRefused({ error: 'network_unavailable' })
    if (error instanceof RefusedSync) return answerRefused(error.body)
    if (error instanceof SessionOver) return answerRefused({ error: 'authentication_required' })
    // The device's store has failed: act as if there were no worker.
    return passOn(device, name, spare, isFull(error))
  }
}

/** Another member logged in, and the page of the one before has not heard of it yet: it must not act for the new one [PWA-11]. */
const isForAnother = ({ headers }: Request, session: DeviceSession): boolean => {
  const shown = headers.get(MEMBER_HEADER)
  return shown !== null && isMember(session) && shown !== String(session.member)
}

type At = { session: DeviceSession; params: Record<string, string>; request: Request; extend: Extend }

const byPolicy = async (device: Device, name: CallName | null, at: At): Promise<Response> => {
  const { session, params, request, extend } = at
  if (name === null) return answerNetworkCall(device, name, at)
  const call = callOf(name)
  const raw = async (): Promise<RawInput> => ({
    params,
    query: new URL(request.url).searchParams,
    body: call.body ? { text: await request.text(), isForm: isForm(request) } : null,
    upload: call.upload
      ? { bytes: await request.arrayBuffer(), type: request.headers.get('content-type') ?? '' }
      : null,
  })
  switch (call.offline) {
    case 'network':
      return answerNetworkCall(device, name, at)
    case 'queued':
      if (!isQueued(name) || !isMember(session)) return forVisitor(device, name, at)
      return answerQueuedCall(device, name, await raw(), { session, extend })
    case 'device':
    case 'cached': {
      if (call.who !== 'visitor' && !isMember(session)) return forVisitor(device, name, at)
      const given = await raw()
      const parsed = parseInput(name, given)
      if (!parsed.ok) return answerRefused(parsed.error)
      // Session and input belong to this entry; both have just been checked.
      const handle = handlers[name as keyof typeof handlers] as CallHandler<CallName>
      const { upload } = given
      return handle(device, { session, input: parsed.input, upload, extend } as Parameters<typeof handle>[1])
    }
  }
}

const isForm = (request: Request): boolean => request.headers.get('content-type')?.startsWith(FORM_TYPE) ?? false

/** A member's call without a logged-in member: the server refuses, or knows of a login that bypassed the worker. */
const forVisitor = async (device: Device, name: CallName, { session, request }: At): Promise<Response> => {
  const { pending_logout } = await device.sessions.shell.read()
  // The server has no answer to calls about the device.
  if (pending_logout || policyOf(name) === 'device') return answerRefused({ error: 'authentication_required' })
  return device.server.forward(session, request, name)
}

/** Asks who is logged in before the first answer is stored. */
const introduce = async (device: Device, name: CallName | null): Promise<void> => {
  if (name === null || policyOf(name) === 'network' || callOf(name).path === 'user') return
  await device.identity.askIfUnknown()
}

const passOn = async (device: Device, name: CallName | null, request: Request, isFull: boolean): Promise<Response> => {
  // The server has no answer to calls about the device.
  if (policyOf(name) === 'device') return answerRefused({ error: 'no_device' })
  try {
    const isUpload = name !== null && callOf(name).upload !== undefined
    const timeoutMs = isUpload ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS
    return await tryRequest(device.ports, device.connection, request, { timeoutMs })
  } catch {
    return answerRefused({ error: isFull ? 'storage_full' : 'network_unavailable' })
  }
}

/** A `cached` call is answered from the device at once if it can be, then refreshed. */
const handlers: CallHandlers<'cached' | 'device'> = {
  ...deviceHandlers,
  'user.get': getUser,
  'chats.get': getChats,
  'likes.get': getLikes,
  'profile.get': getProfile,
  'notifications.get': getNotifications,
  'messages.list': listMessages,
  'members.search': searchMembers,
  'members.get': getMember,
  'members.related': getRelated,
  'match_finder.get': getProposals,
  'swipe.get': getDeck,
  'blocks.list': getBlocks,
  'reports.list': getReports,
  'settings.get': getSettings,
  'regions.get': getRegions,
  'interests.get': getInterests,
  'companyinfo.get': getCompany,
}
