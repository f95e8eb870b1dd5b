import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { uuidv7 } from '#contract/rules/uuid.ts'
import { databaseFile } from './adapters/data-dir.ts'
import { seededBytes } from './testing/random.ts'
import { spawnMain, startChild, type ChildServer } from './testing/child-server.ts'
import { dataDirOf } from './testing/data-dir.ts'
import { createTestServer } from './testing/test-server.ts'

let child: ChildServer | undefined
let dir: string | undefined
afterEach(async () => {
  if (child?.child.exitCode === null) await child.end('SIGKILL')
  child = undefined
  if (dir !== undefined) rmSync(dir, { recursive: true, force: true })
})

test('[OPS-2] a wrong environment is named plainly, and nothing starts', async () => {
  const { output, exited } = spawnMain({ PORT: 'eighty', MODE: 'live' })
  expect(await exited).toBe(1)
  expect(output()).toContain('PORT must be a port number (got "eighty")')
  expect(output()).toContain('MODE must be demo or production (got "live")')
  expect(output()).not.toContain('    at ')
})

test('[OPS-4] SIGTERM finishes what is in flight, ends streams, and leaves with code 0', async () => {
  const server = await createTestServer({ start: new Date().toISOString() })
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert', { credits: 50 })]
  dir = await dataDirOf(server)
  await server.close()
  child = await startChild(dir)
  const { origin } = child

  const stream = await fetch(`${origin}/api/events`, { headers: { cookie: anna.cookie } })
  const ready = await fetch(`${origin}/readyz`)
  expect([ready.status, await ready.text()]).toEqual([200, 'ready'])

  const random = seededBytes('shutdown')
  const send = (text: string) =>
    fetch(`${origin}/api/messages`, {
      method: 'POST',
      headers: { cookie: bert.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: uuidv7(Date.now(), random(10)), profile: anna.id, type: 'text', text }),
    }).then(
      (response) => response.ok,
      () => false,
    )
  // The first is answered before the signal, so that the others are under way when it comes.
  await send('first')
  const sending = Array.from({ length: 20 }, (_, index) => send(`message ${index}`))
  const code = child.end('SIGTERM')
  const acknowledged = (await Promise.all(sending)).filter(Boolean).length
  expect(await code).toBe(0)
  expect(await stream.text()).toContain('"type":"change"')

  const database = new Database(databaseFile(dir), { readonly: true })
  expect(database.prepare('select count(*) as n from messages').get()).toEqual({ n: acknowledged + 1 })
  database.close()
})

test('a port in use is said in one sentence', async () => {
  const server = await createTestServer()
  dir = await dataDirOf(server)
  await server.close()
  child = await startChild(dir)
  const { port } = new URL(child.origin)
  const { output, exited } = spawnMain({ DATA_DIR: dir, MODE: 'production', PORT: port })
  expect(await exited).toBe(1)
  expect(output()).toContain(`Port ${port} on 127.0.0.1 is in use.`)
})
