import { expect, test } from 'vitest'
import { canBecome } from './payment-state.ts'

test('[PAY-5] money that arrives late completes a payment, whatever was reported before; only a won chargeback leads back', () => {
  for (const from of ['created', 'pending', 'failed', 'cancelled', 'expired'] as const)
    expect(canBecome(from, 'completed')).toBe(true)
  expect(canBecome('refunded', 'completed')).toBe(false)
  for (const to of ['completed', 'refunded'] as const) expect(canBecome('charged_back', to)).toBe(true)
  expect(canBecome('charged_back', 'failed')).toBe(false)
  for (const to of ['failed', 'cancelled', 'expired'] as const) expect(canBecome('completed', to)).toBe(false)
  for (const from of ['completed', 'refunded'] as const) expect(canBecome(from, 'charged_back')).toBe(true)
})
