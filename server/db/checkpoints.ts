/** A thread that checkpoints the write-ahead log, so that no write waits for a checkpoint. */
import { Worker } from 'node:worker_threads'

/** A log that is never cut off keeps what was deleted until as many writes come again: on a quiet site, for months [ACC-12]. */
const EMPTY_MS = 60_000

/** Starts the thread. @returns a function that stops it */
export const startCheckpoints = (file: string, emptyMs = EMPTY_MS): (() => Promise<void>) => {
  const worker = new Worker(new URL('checkpoint-thread.ts', import.meta.url), { workerData: { file, emptyMs } })
  worker.unref()
  return async () => {
    await worker.terminate()
  }
}
