/** Requests to `/api/…`: found in the table of calls and answered by their offline policy. */
import { callOf, matchCall, type CallName } from '#contract/calls.ts'
import type { OfflinePolicy } from '#contract/call.ts'
import { FORM_TYPE } from '#contract/request-body.ts'
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import type { Extend } from '../ports.ts'
import { Unreachable } from '../server-api.ts'
import { isMember, SessionOver, type Session } from '../store/session.ts'
import { isFull } from '../storage.ts'
import { isQueued } from '../store/writes.ts'
import { Refused } from '../sync/sync.ts'
import { answerRefused } from './answers.ts'
import { readers, type CachedName, type Reader } from './cached.ts'
import { answerDeviceCall, type DeviceName } from './device-calls.ts'
import { parseInput, type RawInput } from './input.ts'
import { answerNetworkCall } from './network.ts'
import { answerQueuedCall } from './queued.ts'

/** A call that this version does not know has no name. The server of a newer version may know it, so it is forwarded. */
export type ApiCall = { name: CallName | null; params: Record<string, string> }
const UNKNOWN: ApiCall = { name: null, params: {} }

/** The call a request is for, or null where the worker keeps out of the way. */
export const apiCallOf = (request: Request, origin: string): ApiCall | null => {
  const url = new URL(request.url)
  if (url.origin !== origin || !url.pathname.startsWith('/api/')) return null
  const path = url.pathname.slice('/api/'.length)
  const call: ApiCall = matchCall(request.method, path, (name) => url.searchParams.get(name)) ?? UNKNOWN
  // A stream through the worker dies with it and does not come back; a redirect is for the browser to follow.
  // A file is for the browser to save.
  if (call.name !== null && typeof callOf(call.name).response === 'string') return null
  // A call opened as a page is the server's to answer; but a logout wipes the device whichever way it comes.
  return request.mode === 'navigate' && call.name !== 'logout' ? null : call
}

const policyOf = (name: CallName | null): OfflinePolicy => (name === null ? 'network' : callOf(name).offline)

export const answerApi = async (
  device: Device,
  { name, params }: ApiCall,
  request: Request,
  extend: Extend,
): Promise<Response> => {
  // Read before anything else can use it up: a queued write may yet have to go to the server as it came.
  const spare = request.clone()
  const answer = async (): Promise<Response> => {
    await introduce(device, name)
    const session = await device.sessions.current()
    return byPolicy(device, name, { session, params, request, extend })
  }
  try {
    return await answer().catch((error: unknown) => {
      // Someone has logged in or out meanwhile: what only asks is answered as to who is there now.
      const offline = policyOf(name)
      if (error instanceof SessionOver && (offline === 'cached' || offline === 'device')) return answer()
      throw error
    })
  } catch (error) {
    if (error instanceof Unreachable) return answerRefused({ error: 'network_unavailable' })
    if (error instanceof Refused) return answerRefused(error.body)
    if (error instanceof SessionOver) return answerRefused({ error: 'authentication_required' })
    // The device's own store is out of order: then it is as if there were no worker.
    return passOn(device, name, spare, isFull(error))
  }
}

type At = { session: Session; params: Record<string, string>; request: Request; extend: Extend }

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
    case 'device':
      return answerDeviceCall(device, name as DeviceName, await raw(), { session, extend })
    case 'queued':
      if (!isQueued(name) || !isMember(session)) return forVisitor(device, name, at)
      return answerQueuedCall(device, name, await raw(), { session, extend })
    case 'cached': {
      if (call.who !== 'visitor' && !isMember(session)) return forVisitor(device, name, at)
      const parsed = parseInput(name, await raw())
      if (!parsed.ok) return answerRefused(parsed.error)
      // Session and input are those of this very entry: both have just been seen to.
      const read = readers[name as CachedName] as Reader<CallName>
      return read(device, { session, input: parsed.input, extend } as Parameters<Reader<CallName>>[1])
    }
  }
}

const isForm = (request: Request): boolean => request.headers.get('content-type')?.startsWith(FORM_TYPE) ?? false

/** A member's call without a member: the server says no, or knows of a login that went past the worker. */
const forVisitor = async (device: Device, name: CallName, { session, request }: At): Promise<Response> => {
  const { pending_logout } = await device.sessions.shell.read()
  if (pending_logout) return answerRefused({ error: 'authentication_required' })
  return device.server.forward(session, request, name)
}

/** Nothing is kept before the device has once been told whose it is. */
const introduce = async (device: Device, name: CallName | null): Promise<void> => {
  if (name === null || policyOf(name) === 'network' || callOf(name).path === 'user') return
  if (!(await device.sessions.shell.read()).known) await ignored(device.identity.ask())
}

const passOn = async (device: Device, name: CallName | null, request: Request, isFull: boolean): Promise<Response> => {
  // Of the device itself the server knows nothing.
  if (policyOf(name) === 'device') return answerRefused({ error: 'no_device' })
  try {
    return await device.ports.fetch(request, request.signal)
  } catch {
    return answerRefused({ error: isFull ? 'storage_full' : 'network_unavailable' })
  }
}
