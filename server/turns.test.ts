import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { currentRequest, inRequest } from './request-context.ts'
import { inTurn, pause, untilNextTurn } from './turns.ts'

const countTurns = () => {
  const loop = { turn: 0, isOver: false }
  const count = async () => {
    while (!loop.isOver) {
      await nextTurn()
      loop.turn += 1
    }
  }
  const counted = count()
  return {
    now: (): number => loop.turn,
    end: (): Promise<void> => {
      loop.isOver = true
      return counted
    },
  }
}

test('steps that wait at the same time run one a turn, in their order', async () => {
  const ran: { step: string; turn: number }[] = []
  const turns = countTurns()
  const request = async (name: string) => {
    for (const step of [1, 2]) await inTurn(async () => void ran.push({ step: `${name}${step}`, turn: turns.now() }))
  }
  await Promise.all(['a', 'b', 'c'].map(request))
  await turns.end()
  expect(ran.map(({ step }) => step)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
  expect(new Set(ran.map(({ turn }) => turn)).size).toBe(6)
  // Nothing runs where no step waits.
  await vi.waitFor(() => expect(process.getActiveResourcesInfo()).not.toContain('Immediate'))
})

test('a step that fails refuses its own request, and the others continue', async () => {
  const answers = await Promise.allSettled([
    inTurn(async () => 1),
    inTurn(() => Promise.reject(new Error('broken'))),
    inTurn(async () => 3),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('callers of one turn continue side by side in the next one, each in the context of its own request', async () => {
  const ran: string[] = []
  const turns = countTurns()
  const begun: number[] = [turns.now()]
  const caller = async () => {
    await untilNextTurn()
    begun.push(turns.now())
    for (const step of [1, 2]) {
      ran.push(`${currentRequest()}${step}`)
      await Promise.resolve()
    }
  }
  await Promise.all(['a', 'b', 'c'].map((request) => inRequest(request, caller)))
  expect(ran).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
  await inRequest('d', caller)
  expect(ran.slice(6)).toEqual(['d1', 'd2'])
  await turns.end()
  const [start = 0, first = 0, , , next = 0] = begun
  expect([begun.length, first > start, next > first]).toEqual([5, true, true])
})

test('jobs that rest between their steps never share a turn, also if their rests end together', async () => {
  const ran: { step: string; turn: number }[] = []
  const turns = countTurns()
  const job = async (name: string) => {
    for (const step of [1, 2, 3]) {
      await pause(1)
      // A step reads several times, each time without leaving the turn.
      for (const read of [1, 2]) {
        ran.push({ step: `${name}${step}.${read}`, turn: turns.now() })
        await Promise.resolve()
      }
    }
  }
  await Promise.all(['a', 'b', 'c'].map(job))
  await turns.end()
  const byTurn = Map.groupBy(ran, ({ turn }) => turn)
  expect(byTurn.size).toBe(9)
  for (const steps of byTurn.values()) expect(new Set(steps.map(({ step }) => step.slice(0, 2))).size).toBe(1)
})
