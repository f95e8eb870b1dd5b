/**
 * The id of the request that the present code works for [OPS-13]. It follows promises by itself, so that jobs and events know the
 * request that caused them without a parameter in every function.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Null outside of requests, for example in a recurring job. */
export const currentRequest = (): string | null => current.getStore() ?? null

export const inRequest = <Result>(id: string | null, run: () => Result): Result =>
  id === null || id === current.getStore() ? run() : current.run(id, run)
