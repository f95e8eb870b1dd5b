/** Runs one function in a process of its own on the load's core: its script takes one message and answers with one. */
import { spawn } from 'node:child_process'
import * as v from 'valibot'
import { onCore } from './cores.ts'

const Answer = v.variant('ok', [
  v.object({ ok: v.literal(true), result: v.unknown() }),
  v.object({ ok: v.literal(false), error: v.string() }),
])

export const runTask = async <Schema extends v.GenericSchema>(
  script: string,
  input: unknown,
  schema: Schema,
): Promise<v.InferOutput<Schema>> => {
  const [command, ...rest] = onCore('load', [process.execPath, script])
  const child = spawn(command, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const killWithUs = (): void => void child.kill('SIGKILL')
  process.once('exit', killWithUs)
  try {
    const answer = await new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve)
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it answered`)))
      child.send({ input })
    })
    const parsed = v.parse(Answer, answer)
    if (!parsed.ok) throw new Error(parsed.error)
    return v.parse(schema, parsed.result)
  } finally {
    process.off('exit', killWithUs)
    child.kill('SIGKILL')
  }
}

/** The other side: what a task's script calls with its function. */
export const serveTask = <Schema extends v.GenericSchema>(
  schema: Schema,
  work: (input: v.InferOutput<Schema>) => Promise<unknown>,
): void => {
  process.once('message', (message: { input: unknown }) => {
    void answerOf(() => work(v.parse(schema, message.input))).then((answer) => process.send?.(answer))
  })
}

const answerOf = async (work: () => Promise<unknown>): Promise<v.InferOutput<typeof Answer>> => {
  try {
    return { ok: true, result: await work() }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
