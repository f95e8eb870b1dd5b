import type { Tx } from '../../deps.ts'

/**
 * Runs a body that overwrites what it deletes, also in free pages. SQLite runs bodies one after another, so that other writes do not
 * become slower.
 */
export const overwriting = async <Result>(tx: Tx, body: (tx: Tx) => Result | Promise<Result>): Promise<Result> => {
  await tx.leaving.overwriteDeleted(true)
  try {
    return await body(tx)
  } finally {
    await tx.leaving.overwriteDeleted(false)
  }
}
