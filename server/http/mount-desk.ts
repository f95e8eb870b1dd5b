/**
 * Mounts the table of the desk's calls at `/api/desk/`: finds the call, checks origin, session, role and input, runs the
 * handler, and builds the answer.
 */
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import {
  deskCallOf,
  matchDeskCall,
  type DeskAnswer,
  type deskCalls,
  type DeskCallName,
  type DeskParsed,
} from '#contract/desk/calls.ts'
import { BACKGROUND_HEADER } from '#contract/desk/events.ts'
import { DESK_ERROR_STATUS, isDeskErrorCode, type DeskErrorBody } from '#contract/desk/errors.ts'
import type { Deps } from '../deps.ts'
import { deskUrl, type Env } from '../env.ts'
import type { DeskCall } from '#contract/desk/call.ts'
import { concernsOwnAccount } from '../areas/desk/own-account.ts'
import { addressOf } from './address.ts'
import { enteringOf, mayNotCall, type EnteringStaff, type Staff } from './desk-caller.ts'
import { type DeskRefusal, isDeskRefusal, isRefusal, type Refusal, refuseDesk, type Reply } from './reply.ts'
import { answer, bodyText, parsedInput, plainHeaders, sized, unmatchedError } from './mount.ts'
import { isForeign } from './caller.ts'
import { nameCall } from './request-log.ts'
import { headersRefusal } from './upload.ts'

type CallerOf<Roles> = Roles extends 'anyone' ? EnteringStaff | null : Roles extends 'entering' ? EnteringStaff : Staff

type DeskHandler<Name extends DeskCallName> = (
  input: DeskParsed<Name>,
  /** Null only for a call that allows `anyone`: the mount checks that. */
  staff: CallerOf<(typeof deskCalls)[Name]['roles']>,
  c: Context,
) => Promise<DeskAnswer<Name> | Reply<DeskAnswer<Name>> | DeskRefusal | Refusal | Response>

export type DeskHandlers = { [Name in DeskCallName]: DeskHandler<Name> }

// The schemas of a call parse its input before the handler runs, which guarantees the handler's input type.
type AnyHandler = (input: Record<string, unknown>, staff: EnteringStaff | null, c: Context) => Promise<unknown>

/** A session in use is marked as such at most this often. */
const SEEN_MS = 30_000

/** @param handlers one for each call of the table; a missing one does not compile */
export const mountDesk = (app: Hono, handlers: DeskHandlers, deps: Deps): void => {
  const handlerOf = new Map(Object.entries(handlers) as [DeskCallName, AnyHandler][])

  app.all('/api/desk/*', async (c) => {
    const url = new URL(c.req.url)
    if (!isDeskHost(url, deps.env)) return answerDesk(c, refuseDesk('not_found'))
    const path = url.pathname.slice('/api/desk/'.length)
    const matched = matchDeskCall(c.req.method, path, () => null)
    const handler = matched && handlerOf.get(matched.name)
    if (!handler) return answerDesk(c, refuseDesk(unmatchedError(c, path, matchDeskCall)))
    const { name, params } = matched
    nameCall(c, `desk.${name}`)
    const call = deskCallOf(name)
    if (isForeignToDesk(c, url, deps.env)) return answerDesk(c, refuseDesk('foreign_origin'))

    const text = await bodyText(c, call)
    const caller = await enteringOf(c, deps)
    const refused = mayNotCall(call.roles, caller) ?? (await deps.bus.use('desk', caller?.id ?? addressOf(c, deps.env)))
    if (refused) return answerDesk(c, refused)
    const isBackground = call.background === true || c.req.header(BACKGROUND_HEADER) !== undefined
    if (caller && !isBackground && deps.now() - caller.seenAt >= SEEN_MS)
      await deps.write((tx) => tx.staff.setSession(caller.sessionHash, { lastSeenAt: deps.now() }))

    // An address with such a number names nothing.
    if (call.params && !v.safeParse(call.params, params).success) return answerDesk(c, refuseDesk('not_found'))
    const unfit = call.upload ? headersRefusal(c.req.raw.headers, call.upload) : null
    if (unfit) return answerDesk(c, unfit)
    const input = parsedInput(c, call, { params, query: url.searchParams, text })
    if (isRefusal(input)) return answerDesk(c, input)
    const isOwn = caller !== null && (await isAboutOwnAccount(deps, caller, call, input))
    return answerDesk(c, isOwn ? refuseDesk('own_account') : await handler(input, caller, c))
  })
}

type CallParams = Record<string, string | number>

const isAboutOwnAccount = async (
  { read }: Pick<Deps, 'read'>,
  { id }: EnteringStaff,
  { about }: DeskCall,
  { params, body }: { params?: CallParams; body?: CallParams },
): Promise<boolean> => {
  if (about === undefined) return false
  const named = params?.[about] ?? params?.['id'] ?? body?.[about]
  return named !== undefined && concernsOwnAccount(read, id, about, named)
}

/** With DESK_URL the desk exists on its own origin only [DESK-16]. */
export const isDeskHost = (url: URL, env: Pick<Env, 'DESK_URL'>): boolean =>
  env.DESK_URL === undefined || url.host === new URL(env.DESK_URL).host

/** Stricter than for members: a write comes from a page of the desk's own origin, and says so. */
const isForeignToDesk = (c: Context, url: URL, env: Env): boolean => {
  const { headers } = c.req.raw
  if (c.req.method !== 'GET' && !headers.has('origin')) return true
  return isForeign(headers, url, deskUrl(env))
}

/** Shared code refuses with codes of the members' list; those that the desk uses are in both. */
const answerDesk = (c: Context, result: unknown): Response | Promise<Response> => {
  // After each hint a page reads all that it shows again. An answer that it has already is not sent, and not drawn.
  if (!isRefusal(result) && !isDeskRefusal(result)) return answer(c, result, { isTagged: c.req.method === 'GET' })
  const { body } = result
  // The desk has another name for it.
  if (body.error === 'authentication_required') return answerDesk(c, refuseDesk('staff_login_required'))
  const known: DeskErrorBody = isDeskErrorCode(body.error) ? { ...body, error: body.error } : { error: 'server_error' }
  if (known.retry_after !== undefined) c.header('retry-after', String(known.retry_after))
  plainHeaders(c)
  c.header('content-type', 'application/json')
  return sized(c, JSON.stringify(known), DESK_ERROR_STATUS[known.error])
}
