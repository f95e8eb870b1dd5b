/** The process in which photos are decoded: takes files one message each, answers under the same number. */
import { createPhotoPipeline } from './photo-pipeline.ts'

const prepare = createPhotoPipeline()

process.on('message', ({ id, file }: { id: number; file: Uint8Array }) => {
  // A server that is gone is told nothing.
  void prepare(file).then((result) => process.send?.({ id, result }, undefined, undefined, () => undefined))
})

// It ends with the server, however that ends; a signal to both is for the server, which still answers what is under way.
process.on('disconnect', () => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
