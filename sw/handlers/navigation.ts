/** Which documents the app's own shell answers; these are the server's to give. */
export const isServersPage = /^\/(?:(?:api|photos|dev|sandbox)\/|(?:healthz|readyz)$)/

export const SHELL_PATH = '/index.html'
