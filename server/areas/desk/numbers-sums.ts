import { NUMBERS, type NumbersRow } from './numbers-columns.ts'

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
