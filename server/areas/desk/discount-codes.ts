/** Adds discount codes and switches them on and off [PAY-7]; each act is a row of the audit [DESK-3]. */
import type { Discount } from '#contract/rules/discount.ts'
import type { Deps } from '../../deps.ts'

type Needs = Pick<Deps, 'write' | 'now'>
/** `staff` is null only while the site has no staff. */
type Actor = { staff: number | null; reason: string }

/** @returns false if there is such a code already */
export const addDiscountCode = (
  { write, now }: Needs,
  discount: Discount,
  { staff, reason }: Actor,
): Promise<boolean> =>
  write(async (tx) => {
    if (!(await tx.discounts.addCode(discount))) return false
    await tx.audit.add({ staff, act: 'code.add', subject: null, before: null, after: discount, reason, at: now() })
    return true
  })

/** @returns false if there is no such code */
export const setDiscountStatus = (
  { write, now }: Needs,
  code: string,
  status: Discount['status'],
  { staff, reason }: Actor,
): Promise<boolean> =>
  write(async (tx) => {
    if (!(await tx.discounts.setStatus(code, status))) return false
    const after = { code, status }
    await tx.audit.add({ staff, act: 'code.change', subject: null, before: null, after, reason, at: now() })
    return true
  })
