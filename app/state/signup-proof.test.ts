import { beforeEach, expect, test, vi } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'

const solved = vi.hoisted(() => ({
  solveProof: vi.fn<(task: { challenge: string; bits: number }) => Promise<number[] | null>>(),
}))
vi.mock('../ports/proof-worker.ts', () => solved)

let challenges: ({ challenge: string | null; bits: number } | null)[]
let sent: unknown[]

beforeEach(() => {
  vi.resetModules()
  vi.useRealTimers()
  challenges = []
  sent = []
  solved.solveProof.mockReset().mockImplementation(async ({ bits }) => [bits])
  vi.stubGlobal('fetch', async () => {
    const next = challenges.shift()
    return next ? Response.json(next) : Response.json({ error: 'network_unavailable' }, { status: 503 })
  })
})

const join = async (answers: (ErrorBody | null)[], onWait: (isLong: boolean) => void = () => {}) => {
  const { withProof } = await import('./signup-proof.ts')
  return withProof(async (proof) => {
    sent.push(proof)
    return answers.shift() ?? null
  }, onWait)
}

test('[GUARD-5] a network that needs no proof sends none, and starts no worker', async () => {
  challenges = [{ challenge: null, bits: 0 }]
  expect(await join([null])).toBeNull()
  expect(sent).toEqual([null])
  expect(solved.solveProof).not.toHaveBeenCalled()
})

test('[GUARD-5] the proof is solved once, before the form is sent', async () => {
  challenges = [{ challenge: 'c', bits: 14 }]
  const { prepareProof } = await import('./signup-proof.ts')
  prepareProof()
  prepareProof()
  await vi.waitFor(() => expect(solved.solveProof).toHaveBeenCalledTimes(1))
  expect(await join([null])).toBeNull()
  expect(sent).toEqual([{ challenge: 'c', bits: 14, numbers: [14] }])
  expect(solved.solveProof).toHaveBeenCalledTimes(1)
})

test('[GUARD-5] a proof that is too old or too small is made again once, with the same form', async () => {
  challenges = [
    { challenge: 'old', bits: 14 },
    { challenge: 'new', bits: 15 },
  ]
  expect(await join([{ error: 'proof_needed' }, null])).toBeNull()
  expect(sent).toMatchObject([{ challenge: 'old' }, { challenge: 'new' }])
})

test('[GUARD-5] without a worker the signup fails by name, and a later attempt asks again', async () => {
  challenges = Array.from({ length: 4 }, () => ({ challenge: 'c', bits: 14 }))
  solved.solveProof.mockResolvedValue(null)
  const refused = { error: 'proof_needed' } as const
  expect(await join([refused, refused])).toEqual(refused)
  expect(sent).toEqual([null, null])
})

test('[GUARD-5] a challenge that the network did not bring is asked for when the server wants a proof', async () => {
  challenges = [null, { challenge: 'c', bits: 14 }]
  expect(await join([{ error: 'proof_needed' }, null])).toBeNull()
  expect(sent).toMatchObject([null, { challenge: 'c' }])
})

test('[GUARD-5] another refusal keeps the proof, which was not used', async () => {
  challenges = [{ challenge: 'c', bits: 14 }]
  await join([{ error: 'email_taken' }])
  await join([null])
  expect(sent).toMatchObject([{ challenge: 'c' }, { challenge: 'c' }])
})

test('[GUARD-5] only work of more than three seconds gets a line on the screen, until it is done', async () => {
  vi.useFakeTimers()
  challenges = [{ challenge: 'c', bits: 18 }]
  const work = Promise.withResolvers<number[]>()
  solved.solveProof.mockReturnValue(work.promise)
  const lines: boolean[] = []
  const joining = join([null], (isLong) => lines.push(isLong))
  await vi.advanceTimersByTimeAsync(2_999)
  expect(lines).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(lines).toEqual([true])
  work.resolve([1])
  await joining
  expect(lines).toEqual([true, false])
})
