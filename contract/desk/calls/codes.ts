/** The desk's calls about discount codes [DESK-14]. */
import * as v from 'valibot'
import { Id, OperatorText } from '../../fields.ts'
import type { DeskCall } from '../call.ts'
import { CodeForm, DeskCode, DiscountCodeName, DiscountStatusField } from '../entities/code.ts'

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
