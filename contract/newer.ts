/** Parses data from a newer version: a device may run its version for days while the server already runs the next. */
import * as v from 'valibot'

type Parsed<Output> = { success: true; output: Output } | { success: false; issues: v.BaseIssue<unknown>[] }

/**
 * Parses an answer, a push or a stored row, and accepts a choice that this version does not know yet [PWA-10]: the list of
 * interests may have grown. Everything else must fit the schema. A request's input is parsed strictly (`v.safeParse`).
 */
export const safeParseNewer = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): Parsed<v.InferOutput<Schema>> => {
  const { success, output, issues = [] } = v.safeParse(schema, value)
  // The output is complete, but the type promises one of the known choices, while the value may be any text.
  if (success || issues.every(isUnknownChoice)) return { success: true, output: output as v.InferOutput<Schema> }
  return { success: false, issues }
}

/** @throws v.ValiError */
export const parseNewer = <Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> => {
  const parsed = safeParseNewer(schema, value)
  if (parsed.success) return parsed.output
  const [first, ...others] = parsed.issues
  throw first ? new v.ValiError([first, ...others]) : new Error('parsing failed without an issue')
}

const isUnknownChoice = ({ type, input }: v.BaseIssue<unknown>): boolean =>
  type === 'picklist' && typeof input === 'string'
