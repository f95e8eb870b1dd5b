/** The child process that decodes photos: one message per file, answered under the same number. */
import { createPhotoPipeline } from './photo-pipeline.ts'

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
