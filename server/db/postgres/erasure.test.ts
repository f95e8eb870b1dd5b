import { expect, test } from 'vitest'
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { purge } from '../../areas/leaving/purge.ts'
import type { Deps } from '../../deps.ts'
import { TEST_PASSWORD } from '../../testing/members.ts'
import { createTestServer } from '../../testing/test-server.ts'

test('[ACC-12] the steps of an erasure that notify a partner do not lose against what the partner writes meanwhile', async () => {
  const server = await createTestServer()
  const anna = await server.signUp('Anna', { credits: 10 })
  const bert = await server.signUp('Bert')
  await server.sendText(anna, bert, 'Hello')
  await server.as(anna)('likes.put', { params: { profile: String(bert.id) } })
  await server.as(anna)('user.delete', { body: { password: TEST_PASSWORD } })
  server.clock.advance(REACTIVATION_DAYS * DAY_MS)
  let steps = 0
  /** How often each step ran that notifies a partner. Any other may lose and run again: it changes rows of the erased member alone. */
  const runs: number[] = []
  const write: Deps['write'] = (erase, holds) => {
    steps += 1
    // A step that names the partner makes the partner wait.
    let isFirst = !(Array.isArray(holds) && holds.includes(bert.id))
    const place = holds === undefined ? null : runs.push(0) - 1
    return server.deps.write(async (tx) => {
      if (place !== null) runs[place] = (runs[place] ?? 0) + 1
      // The first statement fixes what a serializable transaction sees.
      await tx.money.balance(bert.id)
      if (isFirst) await server.as(bert)('user.language', { body: { language: steps % 2 === 0 ? 'en' : 'de' } })
      isFirst = false
      return erase(tx)
    }, holds)
  }
  await purge({ ...server.deps, write }, anna.id)
  // Two steps for the messages and two for the likes, since the second of each finds none, and one for the account.
  expect(runs).toEqual([1, 1, 1, 1, 1])
  expect(server.sql('select status, email from users where id = ?', anna.id)).toEqual([
    { status: 'deleted', email: `deleted-${anna.id}` },
  ])
  await server.close()
})
