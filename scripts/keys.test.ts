import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { staffKeysFile, vapidFile } from '../server/adapters/data-dir.ts'
import { CHILD_ENV, startChild, type ChildServer } from '../server/testing/child-server.ts'
import { dataDirOf, createTestServer } from '../server/testing/test-server.ts'
import type { TestMember } from '../server/testing/members.ts'
import { newClientId } from '../server/testing/photos.ts'
import { pushDevice } from '../server/testing/push-device.ts'
import { pushService, type PushService } from '../server/testing/push-service.ts'

let dir: string
let anna: TestMember
let bert: TestMember
let service: PushService
let child: ChildServer | undefined
beforeEach(async () => {
  const server = await createTestServer({ start: new Date().toISOString() })
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert', { credits: 1_000 })
  dir = await dataDirOf(server)
  await server.close()
  service = await pushService()
})
afterEach(async () => {
  await child?.end('SIGKILL')
  child = undefined
  await service.close()
  rmSync(dir, { recursive: true, force: true })
})

const keys = (...words: string[]) => {
  const command = spawn(process.execPath, [join(import.meta.dirname, 'keys.ts'), ...words], {
    env: { ...CHILD_ENV, NODE_ENV: 'test', DATA_DIR: dir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  command.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return new Promise<{ code: number | null; text: string }>((resolve) =>
    command.on('close', (code) => resolve({ code, text })),
  )
}
const start = async (): Promise<void> => {
  // A stand-in for push services is refused in production, except in tests.
  child = await startChild(dir, { PUSH_STAND_IN: service.origin })
}
const ask = (member: TestMember, path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) =>
  fetch(`${child?.origin}${path}`, {
    method,
    headers: { cookie: member.cookie, 'x-request-type': 'client', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const publicKey = (): string => (JSON.parse(readFileSync(vapidFile(dir), 'utf8')) as { publicKey: string }).publicKey
const signingKeys = (): string[] =>
  service.pushed.map(({ headers }) => /k=([\w-]+)/.exec(headers.authorization ?? '')?.[1] ?? '')

// Two server starts and a command are slow on a busy machine.
const SLOW = { timeout: 90_000 }

test(
  '[OPS-15] npm run keys rotates the push key, and the former one still reaches a device that has not come back',
  SLOW,
  async () => {
    await start()
    const { subscription } = pushDevice('https://fcm.googleapis.com/fcm/send/anna-1')
    expect((await ask(anna, '/api/user?push=1', { method: 'POST', body: { subscription } })).status).toBe(200)
    const before = publicKey()
    const rotated = await keys('rotate-push')
    expect([rotated.code, rotated.text]).toEqual([0, expect.stringContaining('at most 1 devices need it')])
    await child?.end('SIGTERM')

    await start()
    const { settings } = (await (await ask(anna, '/api/settings')).json()) as { settings: { push_public_key: string } }
    expect(settings.push_public_key).toBe(publicKey())
    expect(publicKey()).not.toBe(before)
    // The first attempt is signed with the new key, which the old subscription refuses.
    service.answers.set('/fcm/send/anna-1', { status: 403 })
    // A push about a message is sent at once, one about a like only after 20 seconds.
    const message = { client_id: newClientId(1), profile: anna.id, type: 'text', text: 'Good morning' }
    expect((await ask(bert, '/api/messages', { method: 'POST', body: message })).status).toBe(201)
    await expect.poll(signingKeys, { timeout: 60_000 }).toEqual([publicKey(), before])
  },
)

test('[OPS-15] npm run keys ends every session at once, while the server runs', SLOW, async () => {
  await start()
  expect((await ask(anna, '/api/chats')).status).toBe(200)
  const { code, text } = await keys('end-sessions')
  expect([code, text]).toEqual([0, expect.stringMatching(/^2 sessions ended\.\nRestart the server/)])
  const answer = await ask(anna, '/api/chats')
  expect([answer.status, await answer.json()]).toEqual([403, { error: 'authentication_required' }])
})

test('[OPS-15] an unknown word changes no key', SLOW, async () => {
  await start()
  const before = readFileSync(vapidFile(dir), 'utf8')
  expect((await keys('rotate')).code).toBe(1)
  expect(readFileSync(vapidFile(dir), 'utf8')).toBe(before)
})

test('[DESK-1] rotate-staff encrypts the authenticator secrets with a new key', SLOW, async () => {
  const file = staffKeysFile(dir)
  expect(await keys('rotate-staff')).toEqual({
    code: 0,
    text: '0 authenticator secrets are encrypted with the new key.\n',
  })
  const first = readFileSync(file, 'utf8')
  await keys('rotate-staff')
  expect(readFileSync(file, 'utf8')).not.toBe(first)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(1)
})
