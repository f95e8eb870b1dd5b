/** kill -9 of the real server while twenty devices write. */
import { expect } from 'playwright/test'
import { newClientId, signUpClient, type Client } from './support/client.ts'
import { join, person } from './support/people.ts'
import { test } from './support/test.ts'

const WRITERS = 20
const ROUNDS = 5

test(
  '[SAFE-10][CHAT-5] kill -9 under load loses no acknowledged message and debits each once',
  { tag: '@long' },
  async ({ product }) => {
    test.setTimeout(120_000)
    const reader = await join(product, person('Reader'))
    const writers: Client[] = []
    for (let index = 0; index < WRITERS; index += 1)
      writers.push(await join(product, person(`Writer${index}`, { gender: 'male' })))

    /** Message ids of each writer, and whether the server acknowledged each message. */
    const written = writers.map(() => new Map<string, boolean>())
    const write = async (writer: Client, made: Map<string, boolean>): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = newClientId()
        made.set(id, false)
        // The killed server loses its answers, so a writer without an answer sends the message again.
        await expect(async () => {
          await writer.say(reader.id, `message ${round}`, id)
          made.set(id, true)
        }).toPass({ timeout: 60_000, intervals: [50, 100, 200] })
      }
    }
    const writing = Promise.all(writers.map((writer, index) => write(writer, written[index] ?? new Map())))
    await expect.poll(() => written.filter((made) => made.size > 1).length).toBeGreaterThan(WRITERS / 2)
    await product.kill()
    await product.start()
    await writing

    for (const [index, writer] of writers.entries()) {
      const stored = product.data.messagesFrom(writer.id)
      expect(stored.map(({ client_id }) => client_id)).toEqual([...(written[index] ?? new Map()).keys()])
      expect(product.data.debitsOf(writer.id)).toBe(ROUNDS)
      expect(product.data.creditsOf(writer.id)).toBe(0)
    }
  },
)

test(
  '[SAFE-10] a mail that was due when the server was killed goes out after the restart',
  { tag: '@long' },
  async ({ product }) => {
    const someone = person('Late')
    const client = await signUpClient(product.url, someone)
    // The server answers once the mail is in the database, and sends the mail afterwards.
    await client.ask('password.reset', { body: { email: someone.email } })
    await product.kill()
    await product.start()
    await expect.poll(async () => (await product.mailsTo(someone.email)).length).toBe(1)
  },
)
