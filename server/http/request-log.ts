/**
 * One log line and one measurement per request [OPS-13]: the call's name, status, time and size, with the request's id.
 * Neither contains an address or a path parameter [SAFE-9].
 */
import type { Context, Hono } from 'hono'
import { REQUEST_ID_HEADER } from '#contract/device.ts'
import type { Deps } from '../deps.ts'
import { inRequest } from '../request-context.ts'

export type MeasuredRequest = { call: string; status: number; ms: number }

type Needs = Pick<Deps, 'log' | 'random'> & { measure: (request: MeasuredRequest) => void }

/** A proxy may set the request id; any other format is replaced, because the id goes into the log. */
const IS_ID = /^[\w-]{8,64}$/

export const observeRequests = (app: Hono, { log, random, measure }: Needs): void => {
  const isLogged = log.isLevelEnabled('info')
  app.use(async (c: Context, next) => {
    const given = c.req.header(REQUEST_ID_HEADER)
    const request = given !== undefined && IS_ID.test(given) ? given : Buffer.from(random(9)).toString('base64url')
    c.set(REQUEST_ID, request)
    c.header(REQUEST_ID_HEADER, request)
    const start = performance.now()
    await inRequest(request, next)
    const ms = Math.round((performance.now() - start) * 10) / 10
    const call = callNameOf(c)
    const { status } = c.res
    measure({ call, status, ms })
    if (!isLogged) return
    const bytes = Number(c.res.headers.get('content-length') ?? Number.NaN)
    log.info({ request, call, status, ms, ...(Number.isNaN(bytes) ? {} : { bytes }) }, 'request')
  })
}

const REQUEST_ID = 'requestId'
const CALL_NAME = 'callName'

export const requestIdOf = (c: Context): string => String(c.get(REQUEST_ID) ?? '')

/** The mount of calls names each matched call for the log. */
export const nameCall = (c: Context, name: string): void => c.set(CALL_NAME, name)

/** Requests outside the table of calls are named by the first part of their path, from a closed list. */
export const callNameOf = (c: Context): string => {
  const name: unknown = c.get(CALL_NAME)
  if (typeof name === 'string') return name
  const [, first = ''] = c.req.path.split('/')
  return KNOWN_PARTS.get(first) ?? 'document'
}

const KNOWN_PARTS = new Map([
  ['api', 'unknown_call'],
  ['assets', 'file'],
  ['photos', 'photo'],
  ['healthz', 'health'],
  ['readyz', 'health'],
  ['sandbox', 'sandbox'],
  ['partner', 'partner'],
  ['.well-known', 'well_known'],
  ['dev', 'development'],
])
