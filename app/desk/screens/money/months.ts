/** Months as `2026-10`, in UTC as in the books. */

export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

export const monthAfter = (month: string, count: number): string => {
  const at = new Date(`${month}-01T00:00:00Z`)
  return monthOf(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1))
}
