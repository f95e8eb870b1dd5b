/** Discount codes as the desk shows and makes them, and its calls about them [DESK-14]. */
import * as v from 'valibot'
import { DISCOUNT_STATUSES, DISCOUNT_VALIDITIES } from '../entities/money.ts'
import { CalendarDay, CountryCode, Id, OperatorText, Timestamp } from '../fields.ts'
import type { DeskCall } from './call.ts'

const DiscountCodeName = v.pipe(
  v.string('required'),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[A-Z0-9][A-Z0-9_-]{2,39}$/, 'invalid'),
)

const DiscountStatusField = v.picklist(DISCOUNT_STATUSES, 'invalid')

export const DeskCode = v.object({
  code: v.string(),
  value_percentage: v.number(),
  status: DiscountStatusField,
  validity: v.picklist(DISCOUNT_VALIDITIES),
  /** The first moment at which it does not count any more. */
  expires: v.nullable(Timestamp),
  country: v.nullable(v.string()),
  currency: v.nullable(v.string()),
  /** The code counts for one member only. */
  is_personal: v.boolean(),
  campaign: v.nullable(v.object({ id: Id, name: v.string(), partner: v.nullable(v.string()) })),
  /** Paid orders with the code; null if they are few enough to point at a person. */
  uses: v.nullable(v.number()),
  /** Without what went back, in minor units, for each currency with enough uses. */
  revenue: v.array(v.object({ currency: v.string(), amount: v.number() })),
})
export type DeskCode = v.InferOutput<typeof DeskCode>

/** Always below 100, because no payment provider accepts an order of 0. */
const Percentage = v.pipe(v.number('invalid'), v.minValue(0.01, 'out_of_range'), v.maxValue(99.99, 'out_of_range'))

export const CodeForm = v.object({
  code: DiscountCodeName,
  value_percentage: Percentage,
  validity: v.picklist(DISCOUNT_VALIDITIES, 'invalid'),
  /** The last day, UTC. */
  last_day: v.nullable(CalendarDay),
  country: v.nullable(CountryCode),
  currency: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'invalid'))),
  campaign: v.nullable(Id),
  reason: OperatorText,
})
export type CodeForm = v.InferOutput<typeof CodeForm>

const CODES = ['marketing', 'owner'] as const

export const codeCalls = {
  'codes.list': {
    method: 'GET',
    path: 'codes',
    roles: CODES,
    response: v.object({
      codes: v.array(DeskCode),
      campaigns: v.array(v.object({ id: Id, name: v.string() })),
      countries: v.array(v.string()),
      currencies: v.array(v.string()),
    }),
    errors: [],
  },
  'codes.csv': { method: 'GET', path: 'codes/csv', roles: CODES, response: 'file', errors: [] },
  'codes.add': {
    method: 'POST',
    path: 'codes',
    roles: CODES,
    body: CodeForm,
    response: v.object({}),
    errors: ['name_taken', 'not_found'],
  },
  /** Ends a code or lets it count again; paid orders keep their discount. */
  'codes.status': {
    method: 'PUT',
    path: 'codes/:code/status',
    roles: CODES,
    params: v.object({ code: DiscountCodeName }),
    body: v.object({ status: DiscountStatusField, reason: OperatorText }),
    response: v.object({}),
    errors: ['not_found', 'changed_meanwhile'],
  },
} as const satisfies Record<string, DeskCall>
