import { expect, test } from 'vitest'
import { canBecome, isOpen, UNPAID_ENDS } from './payment-state.ts'

test('[PAY-5] money that arrives late completes a payment, whatever was reported before; only a won chargeback leads back', () => {
  for (const from of ['created', 'pending', 'failed', 'cancelled', 'expired'] as const)
    expect(canBecome(from, 'completed')).toBe(true)
  expect(canBecome('refunded', 'completed')).toBe(false)
  for (const to of ['completed', 'refunded'] as const) expect(canBecome('charged_back', to)).toBe(true)
  expect(canBecome('charged_back', 'failed')).toBe(false)
  for (const to of ['failed', 'cancelled', 'expired'] as const) expect(canBecome('completed', to)).toBe(false)
  for (const from of ['completed', 'refunded'] as const) expect(canBecome(from, 'charged_back')).toBe(true)
})

test('[PAY-5] a payment is open until it ends', () => {
  for (const status of ['created', 'pending'] as const) expect(isOpen(status)).toBe(true)
  for (const status of ['completed', ...UNPAID_ENDS, 'refunded', 'charged_back'] as const)
    expect(isOpen(status)).toBe(false)
})
