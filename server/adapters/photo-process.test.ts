import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { nicenessOf } from '../testing/child-server.ts'
import { jpegOf } from '../testing/photos.ts'
import { FilesUnavailableError } from './file-store.ts'
import { createPhotoPipeline } from './photo-pipeline.ts'
import { createPhotoProcess } from './photo-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'photo-process-'))
afterAll(() => rmSync(folder, { recursive: true }))

const childProcesses = (): number[] =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

const scriptOf = (name: string, text: string): string => {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, text)
  return file
}

test('[PROF-4] the child process makes the same renditions', async () => {
  const prepare = createPhotoProcess()
  const file = await jpegOf()
  const [here, there] = [await createPhotoPipeline()(file), await prepare(file)]
  expect(JSON.stringify(there)).toBe(JSON.stringify(here))
  expect(await prepare(Buffer.from('no photo'))).toEqual({ error: 'photo_type' })
})

test.runIf(process.platform === 'linux')(
  'messages go before the threads that decode, and a machine without memory left ends their process before the server',
  async () => {
    const prepare = createPhotoProcess()
    const before = childProcesses()
    await prepare(await jpegOf())
    const child = childProcesses().find((pid) => !before.includes(pid)) ?? 0
    const threads = nicenessOf(child, 'libuv-worker')
    expect(threads.length).toBeGreaterThan(0)
    expect(new Set(threads)).toEqual(new Set([getPriority() + 5]))
    expect(readFileSync(`/proc/${child}/oom_score_adj`, 'utf8').trim()).toBe('500')
  },
)

/** A process that ends by the signal with the number of the first byte, if it is not 0. */
const endingProcess = () => {
  const script = scriptOf(
    'falls',
    `process.on('message', ({ id, file }) => file[0] > 0 ? process.kill(process.pid, file[0]) : process.send({ id, result: { error: 'photo_type' } }))`,
  )
  return createPhotoProcess(script)
}
const { SIGABRT, SIGKILL } = constants.signals

test('[SAFE-6] a file that crashes the process is refused as broken, and the next photo gets a new process', async () => {
  const prepare = endingProcess()
  expect(await prepare(new Uint8Array([SIGABRT]))).toEqual({ error: 'photo_broken' })
  expect(await prepare(new Uint8Array([0]))).toEqual({ error: 'photo_type' })
})

test('[PROF-3] a photo whose process the system kills for want of memory is not refused as broken', async () => {
  const prepare = endingProcess()
  await expect(prepare(new Uint8Array([SIGKILL]))).rejects.toBeInstanceOf(FilesUnavailableError)
  expect(await prepare(new Uint8Array([0]))).toEqual({ error: 'photo_type' })
})

test('[PROF-3] a photo beside one that crashes the process is not refused as broken', async () => {
  const script = scriptOf(
    'falls-with-two',
    `let inside = 0
     process.on('message', () => { inside += 1; if (inside === 2) process.kill(process.pid, 'SIGABRT') })`,
  )
  const prepare = createPhotoProcess(script)
  const ends = await Promise.allSettled([prepare(new Uint8Array(1)), prepare(new Uint8Array(1))])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('[SAFE-6] the process gets at most two photos at a time', async () => {
  const script = scriptOf(
    'counts',
    `let inside = 0
     process.on('message', ({ id }) => {
       inside += 1
       const limit = inside
       setImmediate(() => setImmediate(() => { inside -= 1; process.send({ id, result: { error: 'photo_too_small', limit } }) }))
     })`,
  )
  const prepare = createPhotoProcess(script)
  const results = await Promise.all(Array.from({ length: 20 }, () => prepare(new Uint8Array(1_000))))
  const counts = results.map((result) => ('limit' in result ? (result.limit ?? 0) : 0))
  expect(Math.max(...counts)).toBeLessThanOrEqual(2)
  expect(Math.min(...counts)).toBeGreaterThan(0)
})

test('[SAFE-1] the process gets no part of our environment, and ends when idle', async () => {
  process.env['SMTP_URL'] = 'smtp://secret@mail.test'
  const script = scriptOf(
    'tells',
    `process.on('message', ({ id }) => process.send({ id, result: { error: 'photo_too_small', limit: 'SMTP_URL' in process.env ? 0 : process.pid } }))
     process.on('disconnect', () => process.exit(0))`,
  )
  const prepare = createPhotoProcess(script, 1)
  const pidOf = async (): Promise<unknown> => ({ ...(await prepare(new Uint8Array(1))) })['limit' as never]
  const first = await pidOf()
  expect(first).not.toBe(0)
  await expect.poll(() => isRunning(Number(first))).toBe(false)
  expect(await pidOf()).not.toBe(first)
  delete process.env['SMTP_URL']
})

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
