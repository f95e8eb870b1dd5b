/** Measures a refresh without news: every byte of the response, read off the socket [PWA-4]. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import * as v from 'valibot'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { openConnection } from '../http/connection.ts'
import type { Options } from '../options.ts'
import { copyMembers } from '../product/members.ts'
import { logIn } from '../product/sessions.ts'
import { startProduct } from '../product/start.ts'
import { atMost, type Measured } from '../report/figure.ts'
import { median } from '../report/statistics.ts'

const MEMBERS = 300
const MEMBER = 1
const ROUNDS = 200
const BYTES_MAX = 300

const Standing = v.object({ seq: v.number() })

export const measureSync = async (options: Options): Promise<Measured> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sync-'))
  try {
    await copyMembers(MEMBERS, folder)
    const database = new Database(databaseFile(folder))
    const cookie = logIn(database, MEMBER)
    database.close()
    const server = await startProduct(folder, options)
    try {
      const connection = await openConnection(server.port)
      const chats = await connection.request('GET', '/api/chats', { cookie })
      const { seq } = v.parse(Standing, JSON.parse(chats.body))
      const times: number[] = []
      const sizes: number[] = []
      let head = ''
      for (let round = 0; round < ROUNDS; round += 1) {
        const start = performance.now()
        const answer = await connection.request('GET', `/api/sync?after=${seq}`, { cookie })
        times.push(performance.now() - start)
        sizes.push(answer.bytes)
        head = answer.head
        if (answer.status !== 204) throw new Error(`There was news where none should be: ${answer.body}`)
      }
      connection.close()
      return {
        figures: [
          {
            what: 'sync without news: head and body',
            ours: Math.max(...sizes),
            unit: 'bytes',
            limit: { what: 'at most', value: BYTES_MAX },
            target: atMost(1),
          },
          { what: 'sync without news: p50', ours: median(times), unit: 'ms', limit: null, target: null },
        ],
        notes: [`The answer of a sync without news: ${head.split('\r\n').join(' · ')}`],
      }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
