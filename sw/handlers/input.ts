/** Parses the input of a call as the server does, with the same refusal [SAFE-3]. */
import * as v from 'valibot'
import { callOf, type CallName, type CallParsed } from '#contract/calls.ts'
import type { ErrorBody, FieldError } from '#contract/errors.ts'
import { readBody } from '#contract/request-body.ts'

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
  // The schemas of this entry have parsed the input.
  return { ok: true, input: input as CallParsed<Name> }
}

/**
 * Maps a validation message to an error code. Schemas without a code have a default sentence (`contract/fields.ts`).
 */
const codeOf = ({ message, input }: v.BaseIssue<unknown>): FieldError => {
  if (message.includes(' ')) return input === undefined ? 'required' : 'invalid'
  // A message without a space is a code: the contract's schemas have no other messages.
  return message as FieldError
}
