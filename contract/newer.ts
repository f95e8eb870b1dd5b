/** Parses data from a newer version: a device may run its version for days while the server already runs the next. */
import * as v from 'valibot'

type ParseResult<Output> = { success: true; output: Output } | { success: false; issues: v.BaseIssue<unknown>[] }

/**
 * Parses an answer, a push or a stored row, and accepts a choice that this version does not know yet [PWA-10]: the list of
 * interests may have grown. It also accepts an unknown case of a variant that is made with `orNewer`. Everything else must fit
 * the schema. A request's input is parsed strictly (`v.safeParse`).
 */
export const safeParseNewer = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): ParseResult<v.InferOutput<Schema>> => safeParseUnless(schema, value, (issue) => !isUnknown(issue))

const safeParseUnless = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  isFault: (issue: v.BaseIssue<unknown>) => boolean,
): ParseResult<v.InferOutput<Schema>> => {
  const { output, issues = [] } = v.safeParse(schema, value)
  // The output is complete, but the type promises one of the known choices, while the value may be any text.
  if (!issues.some(isFault)) return { success: true, output: output as v.InferOutput<Schema> }
  return { success: false, issues }
}

/** @throws v.ValiError */
export const parseNewer = <Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> => {
  const parsed = safeParseNewer(schema, value)
  if (parsed.success) return parsed.output
  const [first, ...others] = parsed.issues
  throw first ? new v.ValiError([first, ...others]) : new Error('parsing failed without an issue')
}

const NEWER_CASE = 'a case of a newer version'

/**
 * The message of a `v.variant` to which a newer server may add cases, such as a kind of message. An unknown case keeps all its
 * fields, so that the next version of the device can show it from the store.
 * @param common the fields that every case has; an unknown case must fit them
 */
export const orNewer = (common: v.ObjectEntries): v.ErrorMessage<v.VariantIssue> => {
  const fields = v.object(common)
  return ({ input, path }) =>
    typeof input === 'string' && v.is(fields, path?.at(-1)?.input) ? NEWER_CASE : 'must be a known case'
}

/**
 * Parses a row that any version of this device has stored. Besides newer choices, it accepts values that break a check which an older
 * version did not have: the row exists nowhere else, and the server decides about it. Everything else must fit the schema.
 */
export const safeParseStored = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): ParseResult<v.InferOutput<Schema>> =>
  safeParseUnless(schema, value, (issue) => !isUnknown(issue) && issue.kind !== 'validation')

const isUnknown = ({ type, input, message }: v.BaseIssue<unknown>): boolean =>
  (type === 'picklist' && typeof input === 'string') || (type === 'variant' && message === NEWER_CASE)
