import { expect, test } from 'vitest'
import { pathOf } from '#contract/call.ts'
import { callOf, calls, type CallName } from '#contract/calls.ts'
import { visitorWorld } from '../testing/world.ts'

const NAMES = (Object.keys(calls) as CallName[]).filter((name) => callOf(name).offline === 'device')
const PARAMS = { id: '01890a5d-ac96-774b-bcce-b302099a8057', place: '1-2', key: '1-2' }

test('[SAFE-2] the device refuses a visitor exactly the calls that need a member, and asks no server about any', async () => {
  const { server, worker } = visitorWorld()
  await worker.call('GET', '/api/user')
  await worker.settled()
  server.log.length = 0
  const refused: CallName[] = []
  for (const name of NAMES) {
    const { method } = callOf(name)
    const { json } = await worker.call(method, pathOf(callOf(name), PARAMS), method === 'GET' ? undefined : '{}')
    if (JSON.stringify(json) === JSON.stringify({ error: 'authentication_required' })) refused.push(name)
  }
  expect(refused).toEqual(NAMES.filter((name) => callOf(name).who === 'member'))
  expect(server.log.filter((line) => line.includes('/device'))).toEqual([])
})
