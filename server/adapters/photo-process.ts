/**
 * Runs the photo pipeline in a process of its own (decision 9). Its memory is returned to the system, a file that
 * crashes a decoder crashes nothing else, and the code that reads strangers' files has none of our secrets. This module
 * is also the script of that process.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FilesUnavailableError } from './file-store.ts'
import { createGate } from './photo-gate.ts'
import { createPhotoPipeline, type PreparePhoto } from './photo-pipeline.ts'
import { lowerPriority } from './priority.ts'

const SCRIPT = fileURLToPath(import.meta.url)
/** After this time without photos the process ends, which frees its memory. */
const IDLE_MS = 60_000
/** As many as the child decodes at once; further files wait in this process. */
const AT_ONCE = 2

/**
 * glibc caches freed memory, more of it with more threads. These values make it return large blocks at once. No other
 * part of the server's environment is passed on.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

type Result = Awaited<ReturnType<PreparePhoto>>
type Answer = { id: number; result: Result }
type RunningProcess = { child: ChildProcess; waiting: Map<number, PromiseWithResolvers<Result>> }

/**
 * The promise is rejected with `FilesUnavailableError` if a photo was not looked at and may be sent again.
 * @param script replaced in tests
 */
export const createPhotoProcess = (script = SCRIPT, idleMs = IDLE_MS): PreparePhoto => {
  const gate = createGate({ room: AT_ONCE })
  let running: RunningProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let count = 0

  const start = (): RunningProcess => {
    const child = fork(script, { serialization: 'advanced', env: ENVIRONMENT, execArgv: ['--expose-gc'] })
    // Before it begins the threads that decode: they inherit it.
    lowerPriority(child.pid)
    offerToKernel(child.pid)
    const started: RunningProcess = { child, waiting: new Map() }
    child.on('message', ({ id, result }: Answer) => {
      started.waiting.get(id)?.resolve(result)
      started.waiting.delete(id)
      if (started.waiting.size === 0) idle = setTimeout(() => end(started), idleMs).unref()
    })
    const over = (isFault: boolean): void => {
      end(started)
      // Nobody knows which one of two files is at fault.
      const isBroken = isFault && started.waiting.size === 1
      for (const { resolve, reject } of started.waiting.values())
        if (isBroken) resolve({ error: 'photo_broken' })
        else reject(new FilesUnavailableError('The process that prepares photos ended'))
      started.waiting.clear()
    }
    // SIGKILL comes from a machine without memory left, and no file does that: its size is limited before it is decoded.
    child.on('exit', (_, signal) => over(signal !== 'SIGKILL'))
    // The process could not start.
    child.on('error', () => over(false))
    // The child must not delay the server's exit.
    child.unref()
    child.channel?.unref()
    return started
  }

  const end = (one: RunningProcess): void => {
    if (running === one) running = null
    if (one.child.connected) one.child.disconnect()
  }

  const prepared = (file: Uint8Array): Promise<Result> => {
    clearTimeout(idle)
    const { child, waiting } = (running ??= start())
    count += 1
    const id = count
    const result = Promise.withResolvers<Result>()
    waiting.set(id, result)
    // A child that has just ended is handled by its exit event.
    child.send({ id, file }, () => undefined)
    return result.promise
  }

  return async (file) => {
    const leave = await gate.enter(1)
    try {
      return await prepared(file)
    } finally {
      leave?.()
    }
  }
}

/** Linux adds this share of the machine's memory, in thousandths, to the memory of a process when it looks for one to kill. */
const OOM_SCORE = '500'

/** On a machine without memory left, the kernel ends this process before the server. */
const offerToKernel = (pid = 0): void => {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, OOM_SCORE)
  } catch {
    // Only Linux has it, and a container may forbid it.
  }
}

/** One process for the whole server; the first photo starts it. */
export const preparePhoto: PreparePhoto = createPhotoProcess()

/** The child's side: one message per file, answered under the same number. */
const serveParent = (): void => {
  const prepare = createPhotoPipeline()
  const answer = async ({ id, file }: { id: number; file: Uint8Array }): Promise<void> => {
    const result = await prepare(file)
    // The server may be gone; then the answer is dropped.
    process.send?.({ id, result }, undefined, undefined, () => undefined)
    // Only the garbage collector frees the file's message, and it would not run soon for a few large files.
    globalThis.gc?.()
  }
  process.on('message', (message: { id: number; file: Uint8Array }) => void answer(message))
  // The process ends with the server, however the server ends. A signal to both is ignored here, since the server still
  // finishes running uploads.
  process.on('disconnect', () => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
}

if (process.argv[1] === SCRIPT) serveParent()
