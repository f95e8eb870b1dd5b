/** The columns of the daily numbers, each in one of three groups that are counted separately [DESK-13]. */
export const COHORT = [
  'signups',
  'confirmed',
  'first_photo',
  'first_message',
  'first_answer',
  'purchase',
  'd1',
  'd7',
  'd30',
] as const

export const EVENTS = [
  'messages',
  'fictional_messages',
  'spent',
  'fictional_spent',
  'reports',
  'decided_1',
  'in_time_1',
  'decided_ms_1',
  'decided_24',
  'in_time_24',
  'decided_ms_24',
  'decided_72',
  'in_time_72',
  'decided_ms_72',
] as const

export const VISITS = ['visits'] as const

export const NUMBERS = [...VISITS, ...COHORT, ...EVENTS] as const
export type NumberName = (typeof NUMBERS)[number]

/** A group of people; an empty text means that there is none. */
export type Group = { day: string; source: string; lander: string; country: string }
export type NumbersRow = Group & Partial<Record<NumberName, number>>

/** The steps after the signup count within this time, so that a day's numbers do not change for ever. */
export const STEPS_DAYS = 30

/** The returns of a cohort: the n-th day after the day of the signup, and the bit that notes it at the member (`users.returned`). */
export const RETURNS = { d1: { day: 1, bit: 1 }, d7: { day: 7, bit: 2 }, d30: { day: 30, bit: 4 } } as const

export const RETURN_NAMES = ['d1', 'd7', 'd30'] as const satisfies readonly (keyof typeof RETURNS)[]

export const returnDaysOf = (returned: number): number[] =>
  RETURN_NAMES.flatMap((name) => ((returned & RETURNS[name].bit) === 0 ? [] : [RETURNS[name].day]))

/** Adds rows of the same day and group. */
export const createSums = () => {
  const sums = new Map<string, NumbersRow>()
  return {
    add: (row: NumbersRow): void => {
      const { day, source, lander, country } = row
      const key = JSON.stringify([day, source, lander, country])
      const sum = sums.get(key) ?? { day, source, lander, country }
      for (const name of NUMBERS) if (row[name]) sum[name] = (sum[name] ?? 0) + row[name]
      sums.set(key, sum)
    },
    rows: (): NumbersRow[] => [...sums.values()],
  }
}
