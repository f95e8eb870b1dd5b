/** The HTTP app: the table of calls, mounted. Built once in `main.ts`, and per test in `testing/`. */
import { Hono } from 'hono'
import type { Deps } from './deps.ts'
import { handlersOf } from './handlers.ts'
import { mountCalls } from './http/mount.ts'

export const createApp = (deps: Deps): Hono => {
  const app = new Hono()
  mountCalls(app, handlersOf(deps), deps)
  return app
}
