/** The sandbox's own records, separate from our payments, as a real provider's are. */
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '../../db/database.ts'
import { value } from '../../db/prepared.ts'
import { sandboxPayments } from '../../db/schema/money.ts'
import { SandboxState } from './sandbox-state.ts'

export const sandboxQueries = (db: Db) => {
  const stateOf = db
    .select({ state: sandboxPayments.state })
    .from(sandboxPayments)
    .where(eq(sandboxPayments.reference, value('reference')))
    .prepare()

  return {
    state: async (reference: string): Promise<SandboxState | null> => {
      const row = await stateOf.get({ reference })
      return row ? v.parse(SandboxState, row.state) : null
    },

    /** @returns false if the reference exists already */
    add: async (reference: string, state: SandboxState): Promise<boolean> =>
      (await db.insert(sandboxPayments).values({ reference, state }).onConflictDoNothing().run()).changes > 0,

    change: async (reference: string, state: SandboxState): Promise<void> => {
      await db.update(sandboxPayments).set({ state }).where(eq(sandboxPayments.reference, reference)).run()
    },
  }
}
