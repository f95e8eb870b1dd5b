/**
 * Reads the body of a call, sent as JSON or form-encoded [SAFE-12], and checks it with the other parts of the request. A form carries
 * text alone, so the call's schema says which texts are numbers, booleans, lists or objects.
 */
import * as v from 'valibot'
import type { AnySchema, Call } from './call.ts'
import { isFieldError, type FieldError } from './errors.ts'
import { parseJson } from './json.ts'

/** The fields of a form as they come, e.g. of `URLSearchParams`; `a[b]` is field `b` of object `a`, `a[]` a list. */
export type FormFields = Iterable<readonly [name: string, text: string]>

export const FORM_TYPE = 'application/x-www-form-urlencoded'

/**
 * @param text an empty body is an empty object, as a beacon without data sends it
 * @param form the fields if the request has the type of a form, else null
 * @returns null if the text is neither JSON nor a form
 */
export const readBody = (text: string, form: FormFields | null, schema: AnySchema): { value: unknown } | null => {
  const json = text.trim() === '' && !form ? { value: {} } : parseJson(text)
  // Some clients send JSON with the type of a form (`curl -d '{…}'`): a JSON object is never a form.
  if (!form || (json && typeof json.value === 'object')) return json
  return { value: typed(branchOf(form), schema) }
}

type Branch = { texts: string[]; parts: Map<string, Branch> }

/** No schema is nested deeper than this. */
const DEPTH_MAX = 5

const branchOf = (form: FormFields): Branch => {
  const root: Branch = { texts: [], parts: new Map() }
  for (const [name, text] of form) {
    let branch = root
    for (const part of name.split('[', DEPTH_MAX)) {
      const key = part.endsWith(']') ? part.slice(0, -1) : part
      const next: Branch = branch.parts.get(key) ?? { texts: [], parts: new Map() }
      branch.parts.set(key, next)
      branch = next
    }
    branch.texts.push(text)
  }
  return root
}

/** The parts of the table's schemas that reading a form needs. */
type Shape = {
  type: string
  wrapped?: Shape
  entries?: Record<string, Shape>
  item?: Shape
  options?: Shape[]
  literal?: unknown
}

const typed = (branch: Branch, schema: AnySchema | Shape): unknown => {
  // Valibot's types do not describe the parts of a schema.
  const shape = schema as Shape
  const [text = ''] = branch.texts
  if (shape.wrapped) {
    const isNothing = branch.parts.size === 0 && (text === '' || text === 'null')
    return shape.type === 'nullable' && isNothing ? null : typed(branch, shape.wrapped)
  }
  switch (shape.type) {
    case 'number':
      return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
    case 'boolean':
      return ['true', '1', 'on'].includes(text) ? true : ['false', '0', 'off', ''].includes(text) ? false : text
    case 'literal':
      return String(shape.literal) === text ? shape.literal : text
    case 'array':
      return listOf(branch, shape.item)
    case 'object':
    case 'loose_object':
      return branch.parts.size === 0 && text !== '' ? parseJson(text)?.value : objectOf(branch, shape)
    case 'variant':
      return optionOf(branch, shape.options ?? [])
    default:
      return text
  }
}

const listOf = ({ texts, parts }: Branch, item: Shape | undefined): unknown[] => {
  const own = texts.map((text) => ({ texts: [text], parts: new Map() }))
  const numbered = [...parts.values()].flatMap((part) =>
    part.parts.size > 0 ? [part] : part.texts.map((text) => ({ texts: [text], parts: new Map() })),
  )
  return [...own, ...numbered].map((branch) => (item ? typed(branch, item) : branch.texts[0]))
}

const objectOf = ({ parts }: Branch, { entries = {} }: Shape): unknown => {
  const given = [...parts].map(([name, part]) => {
    const shape = entries[name]
    return [name, shape ? typed(part, shape) : part.texts[0]]
  })
  // A form expresses an empty list by omitting it.
  const empty = Object.entries(entries).flatMap(([name, { type }]) =>
    type === 'array' && !parts.has(name) ? [[name, []]] : [],
  )
  return Object.fromEntries([...given, ...empty])
}

/** The values as the first matching option, else as the first option, for its refusal. */
const optionOf = (branch: Branch, options: Shape[]): unknown => {
  const values = options.map((option) => typed(branch, option))
  // The options come from a schema of the table.
  return values.find((value, index) => v.is(options[index] as unknown as AnySchema, value)) ?? values[0]
}

type Parts = { params: unknown; query: unknown; body?: unknown }

/**
 * Checks the parts of a request with the schemas of its call, on the server and on the device alike [SAFE-3].
 * @returns the parsed parts, and the first fault of each wrong field by its path
 */
export const parseParts = (
  call: Pick<Call, 'params' | 'query' | 'body'>,
  parts: Parts,
): { input: Record<string, unknown>; fields: Record<string, FieldError> } => {
  const input: Record<string, unknown> = {}
  const fields: Record<string, FieldError> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part]
    if (!schema) continue
    const parsed = v.safeParse(schema, parts[part])
    if (parsed.success) input[part] = parsed.output
    else for (const issue of parsed.issues) fields[v.getDotPath(issue) ?? ''] ??= faultOf(issue)
  }
  return { input, fields }
}

/** The message of a check is a code (`fields.ts`); a schema without one has a default sentence. */
const faultOf = ({ message, input }: v.BaseIssue<unknown>): FieldError => {
  if (isFieldError(message)) return message
  return input === undefined ? 'required' : 'invalid'
}
