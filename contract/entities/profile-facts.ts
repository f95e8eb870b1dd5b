/**
 * §3 The facts of a profile that a member chooses from a list, one entry each. Schemas, columns, views, export, stored
 * rows, forms, sheet, seeder and checks of texts derive from this table; `docs/architecture.md` shows how to add a fact.
 * This file has no schemas, since every page loads it.
 */
import { recordOf } from '../records.ts'

/** A sensitive fact is stored only with a separate consent [ACC-18], so visitors never see one. */
type Fact = { options: readonly [string, ...string[]] } & (
  | { sensitive: true; seenBy: 'owner' | 'members' }
  | { sensitive: false; seenBy: 'owner' | 'members' | 'everyone' }
)

/**
 * Each key is the field on the wire, the column's name, and a part of the keys of its texts: `value.<key>` and `value.<key>_<option>`,
 * at the desk `fact.<key>` and `fact.<key>_<option>`.
 */
export const PROFILE_FACTS = {
  looking_for: { options: ['male', 'female', 'both'], sensitive: true, seenBy: 'owner' },
  sexuality: { options: ['hetero', 'gay', 'lesbian', 'bi'], sensitive: true, seenBy: 'members' },
  hair_colour: {
    options: ['brunette', 'blond', 'brown', 'white', 'bald', 'black', 'dark_blond', 'dark_brown', 'gray', 'red'],
    sensitive: false,
    seenBy: 'everyone',
  },
  eye_colour: { options: ['blue', 'green', 'hazel', 'brown'], sensitive: false, seenBy: 'everyone' },
  body_type: { options: ['slim', 'normal', 'fat'], sensitive: false, seenBy: 'everyone' },
  relationship_status: {
    options: ['divorced', 'living_together', 'married', 'single', 'widowed', 'unmarried'],
    sensitive: false,
    seenBy: 'everyone',
  },
} as const satisfies Record<string, Fact>

type Table = typeof PROFILE_FACTS
export type FactName = keyof Table
export type FactValue<Name extends FactName> = Table[Name]['options'][number]
/** Null means that the member has not answered. */
export type Facts<Name extends FactName = FactName> = { [Key in Name]: FactValue<Key> | null }

type NameWith<Part> = { [Name in FactName]: Table[Name] extends Part ? Name : never }[FactName]
export type SensitiveFact = NameWith<{ sensitive: true }>
export type OpenFact = NameWith<{ sensitive: false }>
export type OwnerFact = NameWith<{ seenBy: 'owner' }>
export type ShownFact = Exclude<FactName, OwnerFact>

export const FACT_NAMES = Object.keys(PROFILE_FACTS) as readonly FactName[]

// The types above repeat the conditions below, which TypeScript cannot follow through a filter.
const factsWith = (isWanted: (fact: Fact) => boolean) => FACT_NAMES.filter((name) => isWanted(PROFILE_FACTS[name]))

export const SENSITIVE_FACTS = factsWith(({ sensitive }) => sensitive) as readonly SensitiveFact[]
export const OPEN_FACTS = factsWith(({ sensitive }) => !sensitive) as readonly OpenFact[]
/** The facts that nobody but the member sees. */
export const OWNER_FACTS = factsWith(({ seenBy }) => seenBy === 'owner') as readonly OwnerFact[]
/** The facts that other members may see. */
export const SHOWN_FACTS = factsWith(({ seenBy }) => seenBy !== 'owner') as readonly ShownFact[]
/** The facts that members may see and visitors may not. */
export const MEMBERS_FACTS = factsWith(({ seenBy }) => seenBy === 'members') as readonly ShownFact[]

/** These facts without an answer. */
export const noFacts = <Name extends FactName>(names: readonly Name[]): Record<Name, null> =>
  recordOf(names, () => null)

/** Copies these facts; a missing one counts as not answered. */
export const factsOf = <Name extends FactName>(
  names: readonly Name[],
  from: { readonly [Key in Name]?: FactValue<Key> | null | undefined },
): Facts<Name> => recordOf(names, (name) => from[name] ?? null) as Facts<Name>

/** Copies an object without the fields of these facts. */
export const withoutFacts = <Name extends FactName, From extends object>(
  names: readonly Name[],
  from: From,
): Omit<From, Name> =>
  Object.fromEntries(Object.entries(from).filter(([field]) => !names.some((name) => name === field))) as Omit<
    From,
    Name
  >
