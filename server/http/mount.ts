/** Mounts the table of calls: finds the call, checks caller and input, runs the handler, builds the answer. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AnySchema, Call, callMatcher } from '#contract/call.ts'
import {
  callOf,
  isServerCall,
  matchCall,
  type CallAnswer,
  type CallName,
  type CallParsed,
  type ServerCall,
  type calls,
} from '#contract/calls.ts'
import { MEMBER_HEADER, REQUEST_ID_HEADER, REQUEST_TYPE_HEADER, WRITE_ORDER_HEADER } from '#contract/device.ts'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import { BODY_BYTES_MAX } from '#contract/limits.ts'
import { FORM_TYPE, parseParts, readBody } from '#contract/request-body.ts'
import { mayNotAct } from '#contract/rules/may-act.ts'
import { renewSession } from '../areas/account/session.ts'
import { CALL_ACTS } from '../call-acts.ts'
import { CALL_LIMITS } from '../call-limits.ts'
import type { Deps } from '../deps.ts'
import { untilNextTurn } from '../turns.ts'
import { isStorageFull } from '../adapters/storage-fault.ts'
import { addressOf } from './address.ts'
import { etagOf } from './client-files.ts'
import { askingOf, type Caller, type SessionEnd, isForeign } from './caller.ts'
import { inFirstForm, isOlderBuild } from './older-builds.ts'
import { isRefusal, refuse, Reply, type Refusal } from './reply.ts'
import { CLEAR_HTTP_CACHE, sessionCookieName } from './session-cookie.ts'
import { nameCall, requestIdOf } from './request-log.ts'
import { hasAlready } from './send-file.ts'
import { perDomain, siteAt } from './site.ts'
import { headersRefusal } from './upload.ts'
import { createWriteOrder } from './write-order.ts'

type Handler<Name extends CallName> = (
  input: CallParsed<Name>,
  /** For `member` and `premium` calls the caller is never null: the mount checks that. */
  caller: (typeof calls)[Name]['who'] extends 'visitor' ? Caller | null : Caller,
  c: Context,
) => Promise<CallAnswer<Name> | Reply<CallAnswer<Name>> | Refusal | Response>

export type Handlers = { [Name in ServerCall]: Handler<Name> }

// The schemas of a call parse its input before the handler runs, which guarantees the handler's input type.
type AnyHandler = (input: Record<string, unknown>, caller: Caller | null, c: Context) => Promise<unknown>

/** @param handlersOf makes the handlers of one domain */
export const mountCalls = (app: Hono, handlersOf: (site: Deps) => Handlers, deps: Deps): void => {
  const handlersAt = perDomain((site) => new Map(Object.entries(handlersOf(site)) as [CallName, AnyHandler][]))

  const inOrder = createWriteOrder(deps)

  app.all('/api/*', async (c) => {
    const url = new URL(c.req.url)
    const path = url.pathname.slice('/api/'.length)
    const matched = matchCall(c.req.method, path, (name) => url.searchParams.get(name))
    if (!matched) return answerError(c, refuse(unmatchedError(c, path, matchCall)))
    const { name, params } = matched
    nameCall(c, name)
    const site = siteAt(url, deps)
    const handler = handlersAt(site).get(name)
    if (!handler || !isServerCall(name)) return answerError(c, refuse('no_device'))
    const call = callOf(name)

    if ((call.method !== 'GET' || name === 'logout') && isForeign(c.req.raw.headers, url, site.env.PUBLIC_URL)) {
      return answerError(c, refuse('foreign_origin'))
    }
    if (call.path === 'user' && !c.req.header(REQUEST_TYPE_HEADER))
      return answerError(c, refuse('request_type_missing'))

    const text = await bodyText(c, call)
    // The requests of a turn find their sessions in a row, and stay side by side from here.
    await untilNextTurn()
    const { caller, session, ...ended } = await askingOf(c, deps)
    if (isForAnother(c, caller)) return answerEnded(c, refuse('authentication_required'))
    if (call.who === 'member' && caller === null) return answerEnded(c, loginRequired(ended))
    const sanctioned = caller && mayNotAct(caller, CALL_ACTS[name], deps.now())
    if (sanctioned) return answerError(c, refuse(sanctioned))
    const limited = await limitedRate(name, caller, c, deps)
    if (limited) return answerError(c, limited)
    if (caller) deps.seen(caller.id, { hash: caller.sessionHash, seenAt: caller.seenAt })
    // A stream writes its own headers, so it cannot renew the cookie; the app's other calls do.
    const renews = caller !== null && session !== null && call.response !== 'stream'
    const cookies = renews ? await renewSession(deps, c, caller, session).catch(noneIfStorageFull) : []

    const answered = async (): Promise<Response> => {
      const input = parsedInput(c, call, { params, query: url.searchParams, text })
      if (isRefusal(input)) return answerError(c, input)
      const unfit = call.upload ? headersRefusal(c.req.raw.headers, call.upload) : null
      if (unfit) return answerError(c, unfit)
      const run = (): Promise<unknown> => handler(input, caller, c)
      return answer(c, caller ? await inOrder(caller.id, c.req.header(WRITE_ORDER_HEADER), run) : await run())
    }
    return withCookies(await answered(), cookies, sessionCookieName(deps.env))
  })
}

/** On a full disk reads still work [OPS-12]; a later visit renews the session. */
const noneIfStorageFull = (error: unknown): [] => {
  if (isStorageFull(error)) return []
  throw error
}

/** If a call logs in or out, it sets the session cookie itself, and its cookie wins. */
const withCookies = (response: Response, cookies: [string, string][], sessionName: string): Response => {
  const isSet = response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionName}=`))
  if (!isSet) for (const [name, value] of cookies) response.headers.append(name, value)
  return response
}

const limitedRate = async (
  name: ServerCall,
  caller: Caller | null,
  c: Context,
  deps: Deps,
): Promise<Refusal | null> => {
  const limit = CALL_LIMITS[name]
  return 'rate' in limit ? deps.bus.use(limit.rate, caller?.id ?? addressOf(c, deps.env)) : null
}

/** A device that was logged in until now clears its HTTP cache, as at logout; a visitor has nothing to clear. */
const answerEnded = (c: Context, refusal: Refusal): Response => {
  if (refusal.body.revoked || c.req.header(MEMBER_HEADER) !== undefined) c.header(...CLEAR_HTTP_CACHE)
  return answerError(c, refusal)
}

/**
 * `revoked` notifies a device that its session was ended elsewhere, so that it deletes all data [ACC-16]; `deleting` tells a member whose
 * answer was lost that the account is being deleted [ACC-12].
 */
const loginRequired = ({ revoked, deleting }: SessionEnd): Refusal =>
  refuse('authentication_required', { ...(revoked && { revoked }), ...(deleting && { deleting }) })

/**
 * A device sends one member's data only as that member [PWA-11]. If another member has logged in past the worker (a
 * hard reload), none of the first member's writes are accepted in the second member's name.
 */
const isForAnother = (c: Context, caller: Caller | null): boolean => {
  const member = c.req.header(MEMBER_HEADER)
  return member !== undefined && caller !== null && member !== String(caller.id)
}

/** The parts of a request that may contain input. */
type RawInput = {
  params: Record<string, string>
  query: URLSearchParams
  /** As `bodyText` returned it. */
  text: string | Refusal
}

/** @returns the parsed parts, or a refusal that names the wrong fields [SAFE-3] */
export const parsedInput = (
  c: Context,
  call: Pick<Call, 'params' | 'query' | 'body' | 'form'>,
  { params, query, text }: RawInput,
): Record<string, unknown> | Refusal => {
  const read = call.body ? bodyOf(c, text, call.body, call.form === true) : { json: undefined }
  if (isRefusal(read)) return read
  const { input, fields } = parseParts(call, { params, query: Object.fromEntries(query), body: read.json })
  // The input of a part is an object of named fields.
  for (const part of Object.values(input))
    for (const [name, given] of Object.entries(part as object)) if (!isStorable(given)) fields[name] = 'invalid'
  return Object.keys(fields).length === 0 ? input : refuse('invalid_input', { fields })
}

/** Whether a database stores every text of a value unchanged: none takes half a character, and PostgreSQL takes no NUL. */
const isStorable = (value: unknown): boolean => {
  const parts = [value]
  // The list grows while it is read: a body may be nested deeper than calls may be.
  for (const part of parts) {
    if (typeof part === 'string' && (part.includes('\0') || !part.isWellFormed())) return false
    if (typeof part === 'object' && part !== null) for (const inner of Object.entries(part).flat()) parts.push(inner)
  }
  return true
}

/**
 * Read this before the session is looked up. A client may send its body for minutes, and a session that ends in that time must
 * not act any more [ACC-16], [DESK-1].
 * @returns the refusal of a body that is too large or ends in the middle
 */
export const bodyText = async (c: Context, { body }: Pick<Call, 'body'>): Promise<string | Refusal> => {
  if (!body) return ''
  try {
    const text = await readText(c.req.raw, Number(c.req.header('content-length') ?? Number.NaN))
    return text ?? refuse('body_too_large')
  } catch {
    // The client is gone, so nobody waits for the answer. As a failure of the server, five of them would wake an operator.
    return refuse('invalid_json')
  }
}

/** @param isForm the call's body is always a form, whatever its content type */
const bodyOf = (
  c: Context,
  text: RawInput['text'],
  schema: AnySchema,
  isForm: boolean,
): { json: unknown } | Refusal => {
  if (isRefusal(text)) return text
  const isSaidForm = c.req.header('content-type')?.startsWith(FORM_TYPE) ?? false
  const read = readBody(text, isForm || isSaidForm ? new URLSearchParams(text) : null, schema)
  return read ? { json: read.value } : refuse('invalid_json')
}

/** Reads up to the limit. If the request has a content length, Node enforces that length. */
const readText = async (request: Request, length: number): Promise<string | null> => {
  if (length <= BODY_BYTES_MAX) return request.text()
  if (length > BODY_BYTES_MAX) return null
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > BODY_BYTES_MAX) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Builds the response of a handler's result. */
export const answer = async (c: Context, result: unknown, { isTagged = false } = {}): Promise<Response> => {
  // The adapter replaces the global `Response`, and this constant was made earlier, so `instanceof` would fail.
  if (result === RESPONSE_ALREADY_SENT) return RESPONSE_ALREADY_SENT
  if (result instanceof Response) return named(c, result)
  if (isRefusal(result)) return answerError(c, result)
  const reply = result instanceof Reply ? result : new Reply(result, 200)
  for (const [name, value] of reply.headers) c.header(name, value, { append: true })
  plainHeaders(c)
  const text = JSON.stringify(reply.data, isOlderBuild(c.req.raw.headers) ? inFirstForm : undefined)
  if (isTagged) {
    const etag = etagOf(Buffer.from(text))
    c.header('etag', etag)
    if (hasAlready(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  }
  c.header('content-type', 'application/json')
  // Status codes of replies come from handlers, never from input.
  const status = reply.status as 200
  if (text.length < GZIP_FROM || !/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return sized(c, text, status)
  c.header('content-encoding', 'gzip')
  return sized(c, await gzipped(text), status)
}

/** Node would add the size only while it sends the body, after the request has its line in the log [OPS-13]. */
export const sized = (c: Context, body: string | Uint8Array<ArrayBuffer>, status: ContentfulStatusCode): Response => {
  c.header('content-length', String(Buffer.byteLength(body)))
  return c.body(body, status)
}

/** A handler's own response, such as a file, has only the headers that the handler gave it. An answer without news stays small. */
const named = (c: Context, response: Response): Response => {
  if (response.body) response.headers.set(REQUEST_ID_HEADER, requestIdOf(c))
  return response
}

/** A list of chats shrinks to a sixth; an answer of a few packets is not worth compressing. */
const GZIP_FROM = 4_096

const gzipped = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await promisify(gzip)(text, { level: 4 }))

const answerError = (c: Context, refusal: Refusal): Response => {
  const body: ErrorBody = refusal.body
  if (body.retry_after !== undefined) c.header('retry-after', String(body.retry_after))
  plainHeaders(c)
  c.header('content-type', 'application/json')
  return sized(c, JSON.stringify(body), ERROR_STATUS[body.error])
}

export const plainHeaders = (c: Context): void => {
  c.header('cache-control', 'no-store')
  c.header('x-content-type-options', 'nosniff')
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The reason why no call answers. For a refused method, it sends the methods of the path along (RFC 9110, 15.5.6). */
export const unmatchedError = (
  c: Context,
  path: string,
  match: ReturnType<typeof callMatcher<string>>,
): 'method_not_allowed' | 'not_found' => {
  const methods = METHODS.filter((method) => match(method, path, (name) => c.req.query(name) ?? null) !== null)
  if (methods.length === 0) return 'not_found'
  c.header('allow', methods.join(', '))
  return 'method_not_allowed'
}
