/** Adds payments and credits for tests directly to the database, without the calls. */
import type { PaymentStatus } from '#contract/entities/money.ts'
import { discountCodes, payments } from '../db/schema/money.ts'
import type { TestServer } from './test-server.ts'

let payment = 0

/** @param change the differences from a purchase of 15 credits in Italy, completed now */
export const addPayment = (
  { db, sql, clock }: TestServer,
  userId: number,
  change: Partial<typeof payments.$inferInsert> = {},
): string => {
  payment += 1
  const status: PaymentStatus = change.status ?? 'completed'
  const at = change.createdAt ?? clock.now()
  const id = `0189f0aa-0000-7000-8000-${String(payment).padStart(12, '0')}`
  const isCompleted = status === 'completed' || status === 'refunded' || status === 'charged_back'
  const insert = db
    .insert(payments)
    .values({
      id,
      userId,
      status,
      provider: 'sandbox',
      reference: `sandbox-${payment}`,
      method: 'paypal',
      country: 'IT',
      credits: 15,
      amount: 999,
      currency: 'EUR',
      vatPercentage: 22,
      createdAt: at,
      changedAt: at,
      completedAt: isCompleted ? at : null,
      invoice: isCompleted ? payment : null,
      ...change,
    })
    .toSQL()
  sql(insert.sql, ...insert.params)
  return id
}

export const addCode = ({ db }: TestServer, code: string, change: Partial<typeof discountCodes.$inferInsert> = {}) =>
  db
    .insert(discountCodes)
    .values({ code, valuePercentage: 40, status: 'active', validity: 'unlimited', ...change })
    .run()

/** A purchase with its effects: payment, credits, Premium. @returns the payment's id */
export const buy = async (
  server: TestServer,
  { id: member }: { id: number },
  change: Partial<typeof payments.$inferInsert> = {},
): Promise<string> => {
  const payment = addPayment(server, member, change)
  await server.deps.write((tx) =>
    tx.money.addEntry({
      userId: member,
      amount: change.credits ?? 15,
      reason: 'purchase',
      reference: payment,
      at: server.clock.now(),
    }),
  )
  server.sql('update users set paid_user = 1 where id = ?', member)
  return payment
}
