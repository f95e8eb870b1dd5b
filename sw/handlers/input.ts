/** Reads the input of a call as the server would, with the same refusal [SAFE-3]. */
import * as v from 'valibot'
import { callOf, type CallName, type CallParsed } from '#contract/calls.ts'
import type { ErrorBody, FieldError } from '#contract/errors.ts'
import { readBody } from '#contract/request-body.ts'

export type Input<Name extends CallName> = { ok: true; input: CallParsed<Name> } | { ok: false; error: ErrorBody }

export type RawInput = {
  params: Record<string, string>
  query: URLSearchParams
  /** `isForm`: the request says that it is form-encoded. */
  body: { text: string; isForm: boolean } | null
  /** Of a call whose body is a file. */
  upload: { bytes: ArrayBuffer; type: string } | null
}

/** @param params a schema of the device's own, where it takes more than the server does */
export const parseInput = <Name extends CallName>(name: Name, raw: RawInput, params?: v.GenericSchema): Input<Name> => {
  const call = { ...callOf(name), ...(params ? { params } : {}) }
  const parts: Record<string, unknown> = { params: raw.params, query: Object.fromEntries(raw.query) }
  if (call.body) {
    const { text, isForm } = raw.body ?? { text: '', isForm: false }
    const json = readBody(text, isForm ? new URLSearchParams(text) : null, call.body)
    if (!json) return { ok: false, error: { error: 'invalid_json' } }
    parts['body'] = json.value
  }
  const input: Record<string, unknown> = {}
  const fields: Record<string, FieldError> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part]
    if (!schema) continue
    const parsed = v.safeParse(schema, parts[part])
    if (parsed.success) input[part] = parsed.output
    else for (const issue of parsed.issues) fields[v.getDotPath(issue) ?? ''] ??= codeOf(issue)
  }
  if (Object.keys(fields).length > 0) return { ok: false, error: { error: 'invalid_input', fields } }
  // The schemas of this very entry have parsed it.
  return { ok: true, input: input as CallParsed<Name> }
}

/** A schema without a code of its own says a sentence instead (`contract/fields.ts`). */
const codeOf = ({ message, input }: v.BaseIssue<unknown>): FieldError => {
  if (message.includes(' ')) return input === undefined ? 'required' : 'invalid'
  // No sentence, so a code: the contract's schemas have no other words.
  return message as FieldError
}
