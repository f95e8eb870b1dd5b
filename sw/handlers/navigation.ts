/** Which documents the app's own shell answers. */

export const SHELL_PATH = '/index.html'

/** These are the server's to give. */
export const isServersPage = /^\/(?:(?:api|photos|dev|sandbox|share)\/|(?:healthz|readyz|robots\.txt|sitemap\.xml)$)/

/** These come as HTML with everything in it, of parts that are not on the device: the server's while it can be reached. */
export const isVisitorsPage = /^\/(?:landers|pages)\//
