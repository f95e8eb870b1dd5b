/** Our server with pairs of members who may write to each other, and what its database holds afterwards. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { FLAT_FROM, type Options } from '../options.ts'
import type { RunningServer } from '../process/server.ts'
import { copyMembers, seedOfCheckout, giveCredits, logIn } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import type { Pair } from './load.ts'

type OurServer = {
  server: RunningServer
  pairs: Pair[]
  /**
   * To be called after the server has stopped.
   * @returns a sentence
   * @throws where a message that was accepted is missing, or was not paid for once
   */
  checkStored: (sent: number) => string
}

/** @param checkout another checkout with its packages, whose server and seeder are used instead of ours */
export const startOurs = async (
  folder: string,
  pairCount: number,
  options: Options,
  checkout?: string,
): Promise<OurServer> => {
  const dataDir = join(folder, checkout === undefined ? 'ours' : 'beside')
  if (checkout === undefined) await copyMembers(FLAT_FROM, dataDir)
  else seedOfCheckout(checkout, FLAT_FROM, dataDir)
  const file = databaseFile(dataDir)
  const pairs = preparePairs(file, pairCount)
  const before = countOf(file)
  const server = await startProduct(dataDir, options, {}, checkout)
  return {
    server,
    pairs,
    checkStored: (sent) => {
      const after = countOf(file)
      const messages = after.messages - before.messages
      const debits = after.debits - before.debits
      if (messages !== sent || debits !== sent)
        throw new Error(`${sent} messages were accepted, ${messages} are stored, ${debits} were paid for`)
      return `all ${sent.toLocaleString('en')} messages that were accepted are stored and paid for once`
    },
  }
}

/** Real members with what comes with them; they have not met, so that the probe begins their conversation. */
export const preparePairs = (file: string, count: number): (Pair & { senderId: number })[] => {
  const database = new Database(file)
  const members = database
    .prepare<[number], { id: number }>(
      `select users.id from users join profiles on profiles.id = users.id
       where users.status = 'active' and profiles.searchable = 1 and profiles.fictional = 0
       order by users.id desc limit ?`,
    )
    .all(2 * count)
  const pairs: (Pair & { senderId: number })[] = []
  database.transaction(() => {
    database.exec('delete from blocks')
    for (let index = 0; index + 1 < members.length; index += 2) {
      const [sender, recipient] = [members[index]?.id ?? 0, members[index + 1]?.id ?? 0]
      giveCredits(database, sender)
      const cookies = { sender: logIn(database, sender), recipient: logIn(database, recipient) }
      pairs.push({ ...cookies, profile: recipient, senderId: sender })
    }
  })()
  database.close()
  if (pairs.length < count) throw new Error(`The database has only ${pairs.length} pairs`)
  return pairs
}

const countOf = (file: string): { messages: number; debits: number } => {
  const database = new Database(file)
  const number = (sql: string): number => Number(database.prepare(sql).pluck().get())
  const counts = {
    messages: number('select count(*) from messages'),
    debits: number(`select count(*) from ledger where reason = 'message'`),
  }
  database.close()
  return counts
}
