import { setTimeout as later } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createPasswords, PASSWORD_COST } from './passwords.ts'

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

describe('[SAFE-1] passwords', () => {
  test('are Argon2id with a salt each, of the cost that is recommended', async () => {
    const { hash, verify } = createPasswords()
    const [one, other] = await Promise.all([hash('bicycles under water'), hash('bicycles under water')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(await verify(one, 'bicycles under water')).toBe(true)
    expect(await verify(one, 'bicycles under waters')).toBe(false)
    expect(PASSWORD_COST.memoryCost).toBeGreaterThanOrEqual(19_456)
  })

  test('of nobody fit never, after the same work', async () => {
    const { verify } = createPasswords(CHEAP)
    expect(await verify(undefined, 'nobody has this password')).toBe(false)
  })

  test('leave the event loop alone while they are hashed', async () => {
    const { hash } = createPasswords({ memoryCost: 19_456, timeCost: 4, parallelism: 1 })
    let turns = 0
    const hashes = Promise.all(Array.from({ length: 6 }, (_, index) => hash(`password ${index}`))).then(() => 'done')
    while ((await Promise.race([hashes, later(1, 'turn')])) === 'turn') turns += 1
    expect(turns).toBeGreaterThan(3)
  })
})
