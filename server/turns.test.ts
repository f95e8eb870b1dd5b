import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { currentRequest, inRequest } from './request-context.ts'
import { inTurn, untilNextTurn } from './turns.ts'

test('steps that wait at the same time run one a turn, in their order', async () => {
  const ran: { step: string; turn: number }[] = []
  const loop = { turn: 0, isOver: false }
  const count = async () => {
    while (!loop.isOver) {
      await nextTurn()
      loop.turn += 1
    }
  }
  const counted = count()
  const request = async (name: string) => {
    for (const step of [1, 2]) await inTurn(async () => void ran.push({ step: `${name}${step}`, turn: loop.turn }))
  }
  await Promise.all(['a', 'b', 'c'].map(request))
  loop.isOver = true
  await counted
  expect(ran.map(({ step }) => step)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
  expect(new Set(ran.map(({ turn }) => turn)).size).toBe(6)
})

test('a step that fails refuses its own request, and the others go on', async () => {
  const answers = await Promise.allSettled([
    inTurn(async () => 1),
    inTurn(() => Promise.reject(new Error('broken'))),
    inTurn(async () => 3),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('callers of one turn go on side by side in the next one, each in the context of its own request', async () => {
  const ran: string[] = []
  const caller = async () => {
    await untilNextTurn()
    for (const step of [1, 2]) {
      ran.push(`${currentRequest()}${step}`)
      await Promise.resolve()
    }
  }
  await Promise.all(['a', 'b', 'c'].map((request) => inRequest(request, caller)))
  expect(ran).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
  await inRequest('d', caller)
  expect(ran.slice(6)).toEqual(['d1', 'd2'])
})
