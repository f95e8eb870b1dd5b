/**
 * The pipeline in a process of its own (decision 9): what decoding takes of memory is given back, a file that brings a
 * decoder down brings nobody else down, and what reads strangers' bytes knows no secret of ours.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createGate } from './photo-pipeline-gate.ts'
import type { PreparePhoto } from './photo-pipeline.ts'

const SCRIPT = fileURLToPath(new URL('photo-pipeline-child.ts', import.meta.url))
/** A minute without photos, and its memory is free. */
const IDLE_MS = 60_000
/** As many as it decodes: what waits, waits here. */
const AT_ONCE = 2

/**
 * glibc keeps what is freed, more of it the more threads there are; told so, it hands large pieces back at once. Nothing
 * of the server's environment goes along.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

type Result = Awaited<ReturnType<PreparePhoto>>
type Answer = { id: number; result: Result }
type Running = { child: ChildProcess; waiting: Map<number, (result: Result) => void> }

/** @param script tests give another one */
export const createPhotoProcess = (script = SCRIPT, idleMs = IDLE_MS): PreparePhoto => {
  const gate = createGate({ room: AT_ONCE })
  let running: Running | null = null
  let idle: NodeJS.Timeout | undefined
  let count = 0

  const start = (): Running => {
    const child = fork(script, { serialization: 'advanced', env: ENVIRONMENT, execArgv: ['--expose-gc'] })
    const started: Running = { child, waiting: new Map() }
    child.on('message', ({ id, result }: Answer) => {
      started.waiting.get(id)?.(result)
      started.waiting.delete(id)
      if (started.waiting.size === 0) idle = setTimeout(() => end(started), idleMs).unref()
    })
    // What it was working on has brought it down.
    const over = (): void => {
      end(started)
      for (const done of started.waiting.values()) done({ error: 'photo_broken' })
      started.waiting.clear()
    }
    child.on('exit', over)
    child.on('error', over)
    // The server does not stay for it.
    child.unref()
    child.channel?.unref()
    return started
  }

  const end = (one: Running): void => {
    if (running === one) running = null
    if (one.child.connected) one.child.disconnect()
  }

  const prepared = (file: Uint8Array): Promise<Result> => {
    clearTimeout(idle)
    const { child, waiting } = (running ??= start())
    count += 1
    const id = count
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      // A child that has just gone says so by its exit.
      child.send({ id, file }, () => undefined)
    })
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

/** One for the whole process, whoever asks: it is started by the first photo. */
export const preparePhoto: PreparePhoto = createPhotoProcess()
