import { getPriority } from 'node:os'
import { setTimeout as later } from 'node:timers/promises'
import { hash as argon2Hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { nicenessOf } from '../testing/child-server.ts'
import { createPasswords, hashesAtOnce, PASSWORD_COST, type PasswordQueue, type Passwords } from './passwords.ts'

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

describe('[SAFE-1] passwords', () => {
  test('are hashed with Argon2id, a salt each and the recommended cost', async () => {
    const { hash, verify } = createPasswords()
    const [one, other] = await Promise.all([
      hash('bicycles under water', 'known'),
      hash('bicycles under water', 'known'),
    ])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(await verify(one ?? '', 'bicycles under water', 'known')).toBe(true)
    expect(await verify(one ?? '', 'bicycles under waters', 'known')).toBe(false)
    expect(PASSWORD_COST.memoryCost).toBeGreaterThanOrEqual(19_456)
  })

  test('for an unknown account never match, after the same work', async () => {
    const { verify } = createPasswords(CHEAP)
    expect(await verify(undefined, 'nobody has this password', 'known')).toBe(false)
  })

  test('match however a device sends an accented or full-width letter, also for an older hash', async () => {
    const { hash, verify } = createPasswords(CHEAP)
    const [one, two, wide] = ['Käsebrot für Zoë', 'Käsebrot für Zoë'.normalize('NFD'), 'Ｋäsebrot für Zoë']
    for (const typed of [one, two, wide]) {
      const stored = (await hash(typed, 'known')) ?? ''
      for (const again of [one, two, wide]) expect(await verify(stored, again, 'known')).toBe(true)
      expect(await verify(stored, 'Kasebrot fur Zoe', 'known')).toBe(false)
    }
    const older = await argon2Hash(two, CHEAP)
    expect([await verify(older, two, 'known'), await verify(older, one, 'known')]).toEqual([true, false])
  })

  test.runIf(process.platform === 'linux')('are hashed by a thread that the server’s own goes before', async () => {
    await createPasswords(CHEAP).hash('bicycles under water', 'known')
    const own = getPriority()
    expect(nicenessOf(process.pid)).toContain(own + 5)
    expect(getPriority()).toBe(own)
  })

  test('with a damaged hash fail alone', async () => {
    const { hash, verify } = createPasswords(CHEAP, 1)
    await expect(verify('$argon2id$damaged', 'bicycles under water', 'known')).rejects.toThrow('Decoding failed')
    const stored = (await hash('bicycles under water', 'known')) ?? ''
    expect(await verify(stored, 'bicycles under water', 'known')).toBe(true)
  })

  test('do not block the event loop while they are hashed', async () => {
    const { hash } = createPasswords({ memoryCost: 19_456, timeCost: 4, parallelism: 1 })
    let turns = 0
    const hashes = Promise.all(Array.from({ length: 6 }, (_, index) => hash(`password ${index}`, 'known'))).then(
      () => 'done',
    )
    while ((await Promise.race([hashes, later(1, 'turn')])) === 'turn') turns += 1
    expect(turns).toBeGreaterThan(3)
  })
})

test('[SAFE-1] passwords leave half of the cores to everybody’s messages', () => {
  expect([1, 2, 3, 4, 8].map(hashesAtOnce)).toEqual([1, 1, 1, 2, 4])
})

/** Checks a password and records its name when the check is done. */
const recordedCheck = (passwords: Passwords, done: string[]) => async (name: string, kind: PasswordQueue) => {
  const fits = await passwords.verify(undefined, name, kind)
  done.push(fits === null ? `${name} refused` : name)
}

describe('[ACC-8] the password queues', () => {
  test('[ACC-8] a known device overtakes everyone who waits, but not the two running checks', async () => {
    const done: string[] = []
    const check = recordedCheck(createPasswords(CHEAP, 2), done)
    const flood = Array.from({ length: 30 }, (_, nth) => check(`stranger ${nth}`, 'unknown'))
    const owner = check('owner', 'known')
    await owner
    // Two were running. A few strangers may end while the owner's check runs; without a queue of its own, all thirty would.
    expect(done.indexOf('owner')).toBeLessThan(10)
    await Promise.all(flood)
    expect(done).toHaveLength(31)
  })

  test('[ACC-8] a full queue refuses at once, and accepts again later', async () => {
    const done: string[] = []
    const passwords = createPasswords(CHEAP, 2)
    const check = recordedCheck(passwords, done)
    const flood = Array.from({ length: 60 }, (_, nth) => check(`stranger ${nth}`, 'unknown'))
    expect([passwords.hasRoom('unknown'), passwords.hasRoom('known')]).toEqual([false, true])
    await Promise.resolve()
    await Promise.all(flood)
    expect(done.filter((name) => name.endsWith('refused'))).toHaveLength(8)
    expect(done.slice(0, 8).every((name) => name.endsWith('refused'))).toBe(true)
    expect(passwords.hasRoom('unknown')).toBe(true)
    expect(await passwords.verify(undefined, 'later', 'unknown')).toBe(false)
  })
})
