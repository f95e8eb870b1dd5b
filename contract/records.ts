/** An object with one field for each name of a list. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> =>
  // The entries have all names, which TypeScript does not see.
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

type DefinedFields<Part> = { [Key in keyof Part]?: Exclude<Part[Key], undefined> }

/** Copies an object without the fields that are undefined. */
export const definedIn = <Part extends object>(part: Part): DefinedFields<Part> =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as DefinedFields<Part>
