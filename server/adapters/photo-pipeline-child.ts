/** The process in which photos are decoded: takes files one message each, answers under the same number. */
import { createPhotoPipeline } from './photo-pipeline.ts'

const prepare = createPhotoPipeline()

const answer = async ({ id, file }: { id: number; file: Uint8Array }): Promise<void> => {
  const result = await prepare(file)
  // A server that is gone is told nothing.
  process.send?.({ id, result }, undefined, undefined, () => undefined)
  // The file lies in a message that only the collector frees, and to it a few large ones are nothing to hurry for.
  globalThis.gc?.()
}

process.on('message', (message: { id: number; file: Uint8Array }) => void answer(message))

// It ends with the server, however that ends; a signal to both is for the server, which still answers what is under way.
process.on('disconnect', () => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
