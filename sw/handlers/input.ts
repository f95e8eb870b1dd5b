/** Parses the input of a call as the server does, with the same refusal [SAFE-3]. */
import type * as v from 'valibot'
import { callOf, type CallName, type CallParsed } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { parseParts, readBody } from '#contract/request-body.ts'

export type Input<Name extends CallName> = { ok: true; input: CallParsed<Name> } | { ok: false; error: ErrorBody }

export type RawInput = {
  params: Record<string, string>
  query: URLSearchParams
  /** `isForm`: the request has the type of a form. */
  body: { text: string; isForm: boolean } | null
  /** The file, for a call whose body is a file. */
  upload: { bytes: ArrayBuffer; type: string } | null
}

/** @param params replaces the table's schema where the device accepts more than the server */
export const parseInput = <Name extends CallName>(name: Name, raw: RawInput, params?: v.GenericSchema): Input<Name> => {
  const call = { ...callOf(name), ...(params ? { params } : {}) }
  const parts: Parameters<typeof parseParts>[1] = { params: raw.params, query: Object.fromEntries(raw.query) }
  if (call.body) {
    const { text, isForm } = raw.body ?? { text: '', isForm: false }
    const json = readBody(text, isForm ? new URLSearchParams(text) : null, call.body)
    if (!json) return { ok: false, error: { error: 'invalid_json' } }
    parts.body = json.value
  }
  const { input, fields } = parseParts(call, parts)
  if (Object.keys(fields).length > 0) return { ok: false, error: { error: 'invalid_input', fields } }
  // The schemas of this entry have parsed the input.
  return { ok: true, input: input as CallParsed<Name> }
}
