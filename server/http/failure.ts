/**
 * Handles an unexpected exception: logs it once with an id, and answers with the id and without details. A person who has opened an
 * address sees failures and refusals as a page [SHELL-5].
 */
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { REQUEST_ID_HEADER } from '#contract/device.ts'
import { ERROR_CODES, ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import { FilesUnavailableError } from '../adapters/file-store.ts'
import { isUnavailable } from '../db/engine.ts'
import type { Deps } from '../deps.ts'
import { isStorageFull } from '../adapters/storage-fault.ts'
import { serverCount, serverText } from '../texts.ts'
import { escaped } from './heads.ts'
import { localeOf } from './locale.ts'
import { plainPage, plainPageHeaders } from './plain-page.ts'
import { callNameOf, requestIdOf } from './request-log.ts'
import { isHttps } from './session-cookie.ts'
import { siteOf } from './site.ts'

/**
 * Failures that end by themselves or by the operator, with the time after which devices retry. To free space takes minutes; a database or
 * a bucket usually answers again within seconds.
 */
const TEMPORARY = [
  { matches: isStorageFull, error: 'server_full', seconds: 60 },
  { matches: isUnavailable, error: 'shutting_down', seconds: 2 },
  { matches: (error: unknown) => error instanceof FilesUnavailableError, error: 'photos_unavailable', seconds: 10 },
] as const

export const answerFailures = (app: Hono, { log }: Pick<Deps, 'log'>): void => {
  app.onError((error, c) => {
    const id = requestIdOf(c)
    // Log the call's name only: paths contain members' numbers and queries contain tokens [SAFE-9].
    log.error({ err: error, request: id, method: c.req.method, call: callNameOf(c) }, 'request failed')
    c.header(REQUEST_ID_HEADER, id)
    c.header('cache-control', 'no-store')
    const temporary = TEMPORARY.find(({ matches }) => matches(error))
    if (!temporary) return c.json({ error: 'server_error' }, 500)
    const body: ErrorBody = { error: temporary.error, retry_after: temporary.seconds }
    c.header('retry-after', String(temporary.seconds))
    return c.json(body, ERROR_STATUS[temporary.error])
  })
}

/** The desk has codes of its own, and shows them itself. */
const FailedAnswer = v.object({
  error: v.picklist(ERROR_CODES),
  minutes: v.optional(v.number()),
  limit: v.optional(v.number()),
})
type FailedAnswer = v.InferOutput<typeof FailedAnswer>

/**
 * Shows failures as a page where a person has opened the address: links in mails lead to calls, and the documents of profiles and of the
 * sandbox read the database. The browser would show their JSON on a white page.
 */
export const showFailures = (app: Hono, deps: Deps): void => {
  const isHttpsSite = isHttps(deps.env)
  app.use(async (c, next) => {
    await next()
    const { status, headers } = c.res
    if (status < 400 || !isOpenedAsPage(c) || headers.get('content-type')?.startsWith('application/json') !== true)
      return
    const { output, success } = v.safeParse(FailedAnswer, await c.res.clone().json())
    if (!success) return
    const html = failurePage(c, deps, output, status)
    c.res = new Response(html, {
      status,
      headers: { 'content-type': 'text/html; charset=utf-8', ...plainPageHeaders(html, isHttpsSite) },
    })
    // Hono keeps the headers of the JSON, and its length would cut off the page.
    c.res.headers.set('content-length', String(Buffer.byteLength(html)))
  })
}

/** A request by code accepts any type, or JSON. Only a browser that opens an address accepts HTML by name. */
const isOpenedAsPage = (c: Context): boolean => c.req.header('accept')?.includes('text/html') === true

const failurePage = (c: Context, deps: Deps, answer: FailedAnswer, status: number): string => {
  // The person has typed nothing: the address is wrong, such as a link of a mail whose end is missing.
  const error = answer.error === 'invalid_input' && c.req.method === 'GET' ? 'link_invalid' : answer.error
  const { name, domain_language, locales } = siteOf(c, deps).settings()
  const locale = localeOf(c, domain_language, { locales })
  const say = (key: 'ui.tryAgain' | 'shell.goHome'): string => escaped(serverText(locale, key))
  const passes = status === ERROR_STATUS.rate_limited || status >= 500
  return plainPage(locale, name, escaped(sentenceOf({ ...answer, error }, locale)), [
    // A form that was sent has no address to open again.
    ...(passes && c.req.method === 'GET' ? [`<p><a href="">${say('ui.tryAgain')}</a></p>`] : []),
    `<p><a href="/">${say('shell.goHome')}</a></p>`,
  ])
}

const sentenceOf = ({ error, minutes = 1, limit = 1 }: FailedAnswer, locale: string): string => {
  if (error === 'account_blocked' || error === 'address_blocked') return serverCount(locale, `error.${error}`, minutes)
  if (error === 'new_conversation_limit') return serverCount(locale, `error.${error}`, limit)
  return serverText(locale, `error.${error}`)
}
