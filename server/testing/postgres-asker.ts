/** A thread that runs one statement at a time for `postgres-for-test.ts`, whose thread sleeps until the answer is there. */
import { workerData, type MessagePort } from 'node:worker_threads'
import { Client } from 'pg'
import { parserOf } from '../db/postgres/database.ts'

type Question = { url: string; text: string | null; values: unknown[] }

// The thread that starts this one passes exactly these two.
const { port, flag } = workerData as { port: MessagePort; flag: Int32Array }
const clients = new Map<string, Promise<Client>>()

const open = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url })
  // A connection that breaks is opened anew at the next statement.
  client.on('error', () => clients.delete(url))
  await client.connect()
  return client
}

const answerTo = async ({ url, text, values }: Question): Promise<object> => {
  try {
    if (text === null) {
      await (await clients.get(url))?.end()
      clients.delete(url)
      return { rows: [] }
    }
    const client = clients.get(url) ?? open(url)
    clients.set(url, client)
    const { rows } = await (await client).query({ text, values, types: { getTypeParser: parserOf } })
    return { rows }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

const answer = async (question: Question): Promise<void> => {
  port.postMessage(await answerTo(question), [])
  Atomics.store(flag, 0, 1)
  Atomics.notify(flag, 0)
}

port.on('message', (question: Question) => {
  void answer(question)
})
