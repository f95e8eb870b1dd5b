/** Which documents the app's own shell answers; the rest is the server's. */
export const SERVER_PATHS = [/^\/api\//, /^\/photos\//, /^\/dev\//, /^\/healthz$/, /^\/readyz$/]

export const SHELL_PATH = '/index.html'
