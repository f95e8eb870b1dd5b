/** Says which documents the app's shell answers and which the server. */

export const SHELL_PATH = '/index.html'

/** Only the server answers these paths. */
export const isServersPage =
  /^\/(?:(?:api|photos|dev|sandbox|share|desk|partner|\.well-known)\/|(?:healthz|readyz|robots\.txt|sitemap\.xml|desk)$)/

/**
 * The server prerenders these pages from parts that the device does not have. The worker asks the server first, and
 * falls back to the shell.
 */
export const isVisitorsPage = /^\/(?:landers|pages)\//
