/** The type of an entry in the table of calls, and the search for the entry of a request. */
import type * as v from 'valibot'
import type { ErrorCode } from './errors.ts'
import { fillPath, pathMatcher } from './path-pattern.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The callers that a call allows: anyone, or only logged-in members. */
type Role = 'visitor' | 'member'

/**
 * How the service worker handles a call. `network` needs the server · `cached` is answered from the device at once if
 * possible, then refreshed · `queued` is added to the outbox · `device` is answered by the worker alone and unknown to
 * the server.
 */
export type OfflinePolicy = 'network' | 'cached' | 'queued' | 'device'

// The in- and output types of a schema differ by entry; nothing here depends on them.
// eslint-disable-next-line typescript/no-explicit-any -- a table of different schemas has no narrower type
export type AnySchema = v.GenericSchema<any, any>

export type Call = {
  method: Method
  /** The path below `/api/`; `:name` marks a parameter that `params` parses. */
  path: string
  /** A query parameter that distinguishes two calls with the same method and path. */
  when?: { query: string; is: string }
  who: Role
  offline: OfflinePolicy
  /** Schemas of the input; a missing schema means empty input. Params and query arrive as text. */
  params?: AnySchema
  query?: AnySchema
  body?: AnySchema
  /** The body is a form (`application/x-www-form-urlencoded`), since the caller is not our client. */
  form?: true
  /** The body is a file of at most `bytesMax` bytes; the handler reads it. */
  upload?: { bytesMax: number; types: readonly string[] }
  /** The schema of the JSON answer, or: the call redirects, streams events, or returns a file to save. */
  response: AnySchema | 'redirect' | 'stream' | 'file'
  errors: readonly ErrorCode[]
}

type Part = 'params' | 'query' | 'body'

// The tuple stops the condition from splitting a union of entries: a part of a union is what all its entries have.
type PartOf<Entry, Name extends Part> = [Entry] extends [{ [K in Name]: infer S extends v.GenericSchema }]
  ? S
  : undefined

/** The input of an entry as the caller writes it. */
export type InputOf<Entry> = {
  [Name in Part as PartOf<Entry, Name> extends undefined ? never : Name]: PartOf<Entry, Name> extends v.GenericSchema
    ? v.InferInput<PartOf<Entry, Name>>
    : never
}

/** The input of an entry as the handler receives it, parsed. */
export type ParsedOf<Entry> = {
  [Name in Part as PartOf<Entry, Name> extends undefined ? never : Name]: PartOf<Entry, Name> extends v.GenericSchema
    ? v.InferOutput<PartOf<Entry, Name>>
    : never
}

/** The JSON answer of an entry; null if it redirects, streams events, or returns a file. */
export type AnswerOf<Entry extends { response: unknown }> = Entry['response'] extends v.GenericSchema
  ? v.InferOutput<Entry['response']>
  : null

/** The parts of a call that a request is matched by. */
type Place = Pick<Call, 'method' | 'path' | 'when'>

export type MatchedCall<Name extends string> = { name: Name; params: Record<string, string> }

/** Finds entries by method, path below `/api/` (with or without `.php`) and query parameters. Built once from the table. */
export const callMatcher = <Name extends string>(table: Record<Name, Place>) => {
  const entries = (Object.entries(table) as [Name, Place][])
    .map(([name, call]) => ({ name, call, match: pathMatcher(`/${call.path}`) }))
    // Match calls with a query condition first; the other call with this path takes the rest.
    .toSorted((one, other) => Number(other.call.when !== undefined) - Number(one.call.when !== undefined))

  // No path begins with a parameter, so the method and the first word leave a few calls to compare.
  const groups = new Map<string, typeof entries>()
  for (const entry of entries) {
    const group = groupOf(entry.call.method, entry.call.path)
    groups.set(group, [...(groups.get(group) ?? []), entry])
  }

  return (method: string, path: string, query: (name: string) => string | null): MatchedCall<Name> | null => {
    // Unlike a screen, a call has no second address with a slash at its end.
    if (path.endsWith('/')) return null
    const asked = path.replace(/\.php$/, '')
    for (const { name, call, match } of groups.get(groupOf(method, asked)) ?? []) {
      if (call.when && query(call.when.query) !== call.when.is) continue
      const params = match(`/${asked}`)
      if (params) return { name, params }
    }
    return null
  }
}

const groupOf = (method: string, path: string): string => `${method} ${path.split('/', 1)[0] ?? ''}`.toLowerCase()

/** `/api/…` of a call with its parameters filled in. */
export const pathOf = (call: Pick<Place, 'path' | 'when'>, params: Record<string, string | number> = {}): string => {
  const path = fillPath(`/api/${call.path}`, params)
  return call.when ? `${path}?${call.when.query}=${call.when.is}` : path
}
