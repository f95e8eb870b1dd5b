import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CHALLENGE_MINUTES, DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { PROOF_BITS, PROOF_BITS_MAX, proofBits, startsWithZeros } from '#contract/rules/proof-of-work.ts'
import { signupForm, solve, type SolvedProof } from '../../testing/forms.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts'

let server: TestServer
const begin = async (options: TestServerOptions = {}) => {
  server = await createTestServer({ ...options, settings: { signups_before_proof: 2, ...options.settings } })
}
beforeEach(() => begin({ env: { TRUST_PROXY: 1 } }))
afterEach(() => server.close())

let signups = 0
const join = async (proof?: SolvedProof, from = '192.0.2.7', changes = {}) => {
  signups += 1
  const body = { ...signupForm({ email: `person.${signups}@example.test`, ...changes }), ...(proof ? { proof } : {}) }
  const response = await server.app.request('http://localhost/api/signup', {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as { error?: string }).error ?? response.status
}
const challenge = async (from = '192.0.2.7') => {
  const headers = { 'x-forwarded-for': from }
  const response = await server.app.request('http://localhost/api/signup/challenge', { headers })
  return (await response.json()) as { challenge: string | null; bits: number }
}
const solved = async (from?: string): Promise<SolvedProof> => {
  const { challenge: text, bits } = await challenge(from)
  return solve(text ?? '', bits)
}

describe('[GUARD-5] the proof of work', () => {
  test('is asked for after several signups from one network, and from no other', async () => {
    expect(await challenge()).toEqual({ challenge: null, bits: 0 })
    expect([await join(), await join(), await join()]).toEqual([200, 200, 'proof_needed'])
    expect((await challenge()).bits).toBe(PROOF_BITS)
    expect([await join(await solved()), await join(undefined, '192.0.2.8')]).toEqual([200, 200])
  })

  test('counts an IPv6 network as its /64, and eight of them as their /48', async () => {
    expect([await join(undefined, '2001:db8::1'), await join(undefined, '2001:db8::2')]).toEqual([200, 200])
    expect(await join(undefined, '2001:db8::3')).toBe('proof_needed')
    for (let subnet = 1; subnet <= 14; subnet += 1)
      expect(await join(undefined, `2001:db8:0:${subnet.toString(16)}::1`)).toBe(200)
    expect(await join(undefined, '2001:db8:0:ff::1')).toBe('proof_needed')
  })

  test('counts once', async () => {
    await join()
    await join()
    const proof = await solved()
    expect([await join(proof), await join(proof)]).toEqual([200, 'proof_needed'])
  })

  test('serves one of two signups that come at the same moment', async () => {
    await join()
    await join()
    const proof = await solved()
    expect((await Promise.all([join(proof), join(proof)])).map(String).toSorted()).toEqual(['200', 'proof_needed'])
  })

  test('spares only the free ones among signups at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => join()))
    expect(answers.map(String).toSorted()).toEqual(['200', '200', ...Array.from({ length: 3 }, () => 'proof_needed')])
  })

  test('expires', async () => {
    await join()
    await join()
    const proof = await solved()
    server.clock.advance(CHALLENGE_MINUTES * MINUTE_MS)
    expect(await join(proof)).toBe('proof_needed')
  })

  test('is refused with a wrong number, a made-up challenge, and fewer bits', async () => {
    await join()
    await join()
    const proof = await solved()
    const easy = solve(proof.challenge, 1)
    const wrong = proof.numbers.map((number, part) => (part === 7 ? number + 1 : number))
    expect(await join({ ...proof, numbers: wrong })).toBe('proof_needed')
    expect(await join(easy)).toBe('proof_needed')
    expect(await join({ ...easy, bits: PROOF_BITS })).toBe('proof_needed')
    expect(await join({ ...solve('a made-up challenge', PROOF_BITS) })).toBe('proof_needed')
    expect(await join(proof)).toBe(200)
  })

  test('grows with the signups, so that easy ones cannot be collected beforehand', async () => {
    await join()
    await join()
    const early = [await solved(), await solved(), await solved()]
    expect([await join(early[0]), await join(early[1]), await join(early[2])]).toEqual([200, 200, 'proof_needed'])
    expect((await challenge()).bits).toBe(PROOF_BITS + 1)
    // A refused one costs the server no password hash.
    server.deps.passwords.hash = () => Promise.reject(new Error('hashed'))
    expect(await join(await solved().then((proof) => ({ ...proof, bits: PROOF_BITS })))).toBe('proof_needed')
  })

  test('is not used up by a form that is refused for another reason', async () => {
    await join()
    await join()
    const proof = await solved()
    expect(await join(proof, undefined, { email: 'person.1@mailinator.com' })).toBe('invalid_input')
    await server.signUp('Anna')
    expect(await join(proof, undefined, { email: 'anna@example.test' })).toBe('email_taken')
    expect(await join(proof)).toBe(200)
  })

  test('a signup whose answer was lost is answered again with its used proof', async () => {
    await join()
    await join()
    const proof = await solved()
    expect([
      await join(proof, undefined, { email: 'lost@example.test' }),
      await join(proof, undefined, { email: 'lost@example.test' }),
    ]).toEqual([200, 200])
  })

  test('is forgotten a day after the first signup', async () => {
    await join()
    await join()
    server.clock.advance(DAY_MS)
    expect(await join()).toBe(200)
  })

  test('RATE_LIMITS=no switches it off for tests', async () => {
    await server.close()
    await begin({ env: { RATE_LIMITS: 'no' } })
    expect([await join(), await join(), await join()]).toEqual([200, 200, 200])
    expect(await challenge()).toEqual({ challenge: null, bits: 0 })
  })

  test('the stored count contains no address', async () => {
    await join()
    expect(JSON.stringify(server.sql('select * from attempts'))).not.toContain('192.0.2')
  })
})

test('[GUARD-5] the bits grow by one with every free number of signups, up to their limit', () => {
  expect([0, 2, 3, 5, 6, 9, 12, 15, 1_000].map((count) => proofBits(count, 3) - PROOF_BITS)).toEqual([
    -PROOF_BITS,
    -PROOF_BITS,
    0,
    0,
    1,
    2,
    3,
    4,
    4,
  ])
  expect(proofBits(0, 0)).toBe(PROOF_BITS)
  expect(proofBits(1_000, 0)).toBe(PROOF_BITS_MAX)
})

const zeros = (bytes: number[]) =>
  Array.from({ length: 18 }, (_, bits) => startsWithZeros(Uint8Array.from(bytes), bits)).lastIndexOf(true)

test('[GUARD-5] zero bits are counted across bytes', () => {
  expect([[0x80], [0x40], [1, 0], [0, 0x80], [0, 0x20], [0, 0, 0x80]].map(zeros)).toEqual([0, 1, 7, 8, 10, 16])
})
