/** Fills the values of a call into the parameters of a prepared statement. What a parameter is, is decided once for all calls. */
import { is, Param, Placeholder } from 'drizzle-orm'

type Values = Readonly<Record<string, unknown>>
type Write = (values: Values) => unknown

export const parameterWriter = (parameters: readonly unknown[]): ((values: Values) => unknown[]) => {
  const writes = parameters.map(writeOf)
  return (values) => writes.map((write) => write(values))
}

const writeOf = (parameter: unknown): Write => {
  if (is(parameter, Placeholder)) return (values) => valueOf(values, parameter.name)
  if (is(parameter, Param) && is(parameter.value, Placeholder)) {
    const { value, encoder } = parameter
    return (values) => encoder.mapToDriverValue(valueOf(values, value.name))
  }
  return () => parameter
}

const valueOf = (values: Values, name: string): unknown => {
  if (name in values) return values[name]
  throw new Error(`A statement without a value for its parameter "${name}"`)
}
