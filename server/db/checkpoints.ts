/** A thread that checkpoints the write-ahead log, so that no write waits for a checkpoint. */
import { Worker } from 'node:worker_threads'

/** Starts the thread. @returns a function that stops it */
export const startCheckpoints = (file: string): (() => Promise<void>) => {
  const worker = new Worker(new URL('checkpoint-thread.ts', import.meta.url), { workerData: file })
  worker.unref()
  return async () => {
    await worker.terminate()
  }
}
