/**
 * /sandbox/:reference: the sandbox's page, on which the payer chooses the payment's outcome [PAY-4]. Works without
 * scripts.
 */
import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { choose } from '../adapters/payments/sandbox.ts'
import { CHOICES } from '../adapters/payments/sandbox-state.ts'
import { handleWebhook } from '../areas/money/webhook.ts'
import type { Deps } from '../deps.ts'
import { documentLocale, LOCALE_COOKIE } from './locale.ts'
import { isForeign } from './origin.ts'
import { plainPageHeaders } from './plain-page.ts'
import { sandboxPage, unknownPage } from './sandbox-page.ts'
import { siteOf } from './site.ts'
import { isHttps } from './session-cookie.ts'

export const mountSandbox = (app: Hono, deps: Deps): void => {
  if (deps.payments.name !== 'sandbox') return
  const { env, read, now } = deps
  const isHttpsSite = isHttps(env)

  const page = (c: Context, html: string, status: 200 | 404): Response | Promise<Response> =>
    c.html(html, status, plainPageHeaders(html, isHttpsSite))

  const shown = async (c: Context, reference: string): Promise<Response> => {
    const state = await read.sandbox.state(reference)
    const site = siteOf(c, deps).settings().name
    if (!state) return page(c, unknownPage(visitorLocale(c), site), 404)
    return page(c, sandboxPage(state, { now: now(), site, action: c.req.path }), 200)
  }

  /** The language is chosen as for documents, since the page has no session. */
  const visitorLocale = (c: Context): string =>
    documentLocale({
      cookie: getCookie(c, LOCALE_COOKIE),
      acceptLanguage: c.req.header('accept-language'),
      domainLanguage: siteOf(c, deps).settings().domain_language,
    })

  app.get('/sandbox/:reference', (c) => shown(c, c.req.param('reference')))

  app.post('/sandbox/:reference', async (c) => {
    if (isForeign(c.req.raw.headers, new URL(c.req.url), siteOf(c, deps).env.PUBLIC_URL))
      return c.text('Forbidden', 403)
    const reference = c.req.param('reference')
    const { outcome } = await c.req.parseBody()
    const choice = CHOICES.find((known) => known === outcome)
    const before = await read.sandbox.state(reference)
    if (!choice || !before) return shown(c, reference)
    await choose(deps, reference, choice)
    // A real provider sends its webhook before it redirects the payer. If this direct call fails, the job sends the
    // webhook.
    await handleWebhook(deps, 'sandbox', reference, 'sandbox')
    return c.redirect(before.back, 303)
  })
}
