/** Builds the HTTP app: calls, photos, documents. Called once at the start, and per test in `testing/`. */
import { Hono } from 'hono'
import { deskHandlersOf } from './areas/desk/routes.ts'
import { createIntake } from './areas/photos/intake.ts'
import { mountPhotos } from './areas/site/photo-file.ts'
import type { Deps } from './deps.ts'
import { handlersOf } from './handlers.ts'
import { mountDeskFiles, type DeskFiles } from './http/desk-files.ts'
import { mountDevInbox } from './http/dev-inbox.ts'
import { mountDocuments, type Client } from './http/documents.ts'
import { mountCalls } from './http/mount.ts'
import { mountDesk } from './http/mount-desk.ts'
import { mountAgeSandbox } from './http/age-sandbox.ts'
import { answerFailures, showFailures } from './http/failure.ts'
import { observeRequests, type MeasuredRequest } from './http/request-log.ts'
import { mountOpenApi } from './http/openapi.ts'
import { mountPartnerPage } from './http/partner-page.ts'
import { mountSandbox } from './http/sandbox.ts'
import { mountShareTarget } from './http/share-target.ts'
import { isFromThisMachine, warnOfUntrustedProxy } from './http/address.ts'
import type { Readiness } from './operations/readiness.ts'
import { mountManifest } from './http/web-manifest.ts'
import { mountWellKnown } from './http/well-known.ts'

type AppOptions = {
  /** The built app; most tests have none. */
  client?: Client
  /** The files of the operator's desk; most tests have none. */
  desk?: DeskFiles
  /** The checks for `/readyz`; left out in most tests. */
  readiness?: () => Promise<Readiness>
  /** Gets every answered request, for `/metrics`. */
  measure?: (request: MeasuredRequest) => void
}

const IS_READY = (): Promise<Readiness> => Promise.resolve({ isReady: true, remarks: [] })

export const createApp = (
  deps: Deps,
  { client, desk, readiness = IS_READY, measure = () => undefined }: AppOptions,
): Hono => {
  const app = new Hono()
  answerFailures(app, deps)
  forbidSniffing(app)
  observeRequests(app, { ...deps, measure })
  showFailures(app, deps)
  warnOfUntrustedProxy(app, deps)
  mountHealth(app, readiness)
  mountOpenApi(app, deps)
  const intake = createIntake(deps.env)
  // Before the members' calls, which take every other path below `/api/`.
  mountDesk(app, deskHandlersOf(deps, intake), deps)
  mountCalls(app, (site) => handlersOf(site, intake), deps)
  mountPhotos(app, deps)
  mountDevInbox(app, deps)
  mountAgeSandbox(app, deps)
  mountSandbox(app, deps)
  mountPartnerPage(app, deps)
  mountShareTarget(app)
  mountWellKnown(app, deps)
  if (desk) mountDeskFiles(app, desk, deps)
  if (client) {
    mountManifest(app, client.files, deps)
    mountDocuments(app, client, deps)
  }
  return app
}

/**
 * No browser guesses the type of an answer, whoever gives it. Most set the header themselves, which costs no copy; this one is for short
 * texts and for answers of other code. An answer without news has no body, and stays small [PWA-4].
 */
const forbidSniffing = (app: Hono): void => {
  app.use(async (c, next) => {
    await next()
    const { headers } = c.res
    if (headers.has('content-type') && !headers.has(NO_SNIFF)) c.header(NO_SNIFF, 'nosniff')
  })
}
const NO_SNIFF = 'x-content-type-options'

/** A process that only runs jobs. */
export const createJobsApp = (readiness: () => Promise<Readiness>): Hono => {
  const app = new Hono()
  mountHealth(app, readiness)
  return app
}

/**
 * Health checks: the process is alive, and it is ready for requests [OPS-4], [OPS-12]. The status is for everybody. What is wrong would tell a
 * stranger when an attack succeeds, so it is for this machine alone.
 */
const mountHealth = (app: Hono, readiness: () => Promise<Readiness>): void => {
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const { isReady, remarks } = await readiness()
    const shown = isFromThisMachine(c) ? remarks.join('; ') : ''
    if (!isReady) return c.text(shown === '' ? 'not ready' : shown, 503)
    return c.text(shown === '' ? 'ready' : `ready, but ${shown}`)
  })
}
