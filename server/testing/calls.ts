/** Makes calls of the table on an app without a port, as a member or as a visitor. */
import { pathOf } from '#contract/call.ts'
import { callOf, type CallAnswer, type CallInput, type CallName } from '#contract/calls.ts'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import type { Message } from '#contract/entities/chat.ts'
import type { ErrorBody } from '#contract/errors.ts'

export type CallResult<Name extends CallName> = {
  status: number
  /** The answer of a success; for another `status`, read `error`. */
  body: CallAnswer<Name>
  /** The body of a refusal. */
  error: ErrorBody | undefined
  headers: Headers
  /** The raw answer, for a stream or a file. */
  text: string
}

/** The input may be left out if the call needs none, or only a query. */
type Args<Name extends CallName> = keyof CallInput<Name> extends never
  ? []
  : keyof CallInput<Name> extends 'query'
    ? [input?: CallInput<Name>]
    : [input: CallInput<Name>]

export type Call = <Name extends CallName>(name: Name, ...input: Args<Name>) => Promise<CallResult<Name>>

type AnyInput = { params?: Record<string, string | number>; query?: Record<string, unknown>; body?: unknown }

/** An app, or a server that is reached by its port. */
type Answering = { request: (url: string, init: RequestInit) => Response | Promise<Response> }

/** @param cookie the member's; left out for a visitor. @param host the called domain */
export const callsOn =
  (app: Answering, cookie?: string, host = 'localhost'): Call =>
  async (name, ...input) => {
    const call = callOf(name)
    const { params, query, body } = (input[0] ?? {}) as AnyInput
    const response = await app.request(`http://${host}${withQuery(pathOf(call, params), query)}`, {
      method: call.method,
      headers: {
        [REQUEST_TYPE_HEADER]: REQUEST_TYPE,
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined || call.form ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: call.form ? formOf(body) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const json: unknown = isJson ? JSON.parse(text) : null
    const failed = response.status >= 400
    return {
      status: response.status,
      headers: response.headers,
      text,
      // The test states which type it expects.
      body: json as never,
      error: failed ? (json as ErrorBody) : undefined,
    }
  }

const formOf = (body: unknown): URLSearchParams => new URLSearchParams(Object.entries(body ?? {}))

const withQuery = (path: string, query: Record<string, unknown> = {}): string => {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return path
  const search = new URLSearchParams()
  for (const [name, value] of entries) search.append(name, String(value))
  return `${path}${path.includes('?') ? '&' : '?'}${search.toString()}`
}

/** Reads a list that comes in pages, each with the cursor of the next one. @returns all pages, the first one first */
export const pagesOf = async <Answer extends { next?: string | null | undefined }>(
  read: (query: { after?: string }) => Promise<{ body: Answer }>,
): Promise<Answer[]> => {
  const pages: Answer[] = []
  for (let query: { after?: string } | null = {}; query;) {
    const { body }: { body: Answer } = await read(query)
    pages.push(body)
    query = body.next == null ? null : { after: body.next }
    if (pages.length > 100) throw new Error('The pages do not end')
  }
  return pages
}

/** The text of a message; a gift's name, or `photo`, for other types. */
export const wordsOf = (message: Message): string =>
  message.type === 'text' ? message.text : message.type === 'gift' ? message.gift : 'photo'
