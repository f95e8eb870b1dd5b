/** The real server is killed with SIGKILL three times while it sends an announcement. */
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { EVERYONE } from '#contract/desk/announcement-form.ts'
import { DAY_MS } from '#contract/limits.ts'
import { databaseFile } from './adapters/data-dir.ts'
import { announceToAll, reachOf } from './areas/notices/announce-to-all.ts'
import { startChild } from './testing/child-server.ts'
import { dataDirOf, createTestServer } from './testing/test-server.ts'

const MEMBERS = 300
/** Mails that have arrived when the server is killed. */
const KILLS = [20, 90, 200]

let cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.toReversed()) await clean()
  cleanUp = []
})

/** An SMTP server that notes the recipient and the Message-ID of each mail. */
const countingSmtp = async () => {
  const mails: { to: string; id: string }[] = []
  const waiting: { count: number; reached: () => void }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => {
        const id = /^message-id: (.*)$/im.exec(raw)?.[1] ?? ''
        mails.push({ to: envelope.rcptTo[0]?.address ?? '', id })
        for (const { count, reached } of waiting) if (new Set(mails.map(({ to }) => to)).size >= count) reached()
        done()
      })
    },
  })
  // A killed client leaves a broken connection.
  server.on('error', () => undefined)
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    /** Resolves when so many members have got a mail. */
    reaches: (count: number): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ count, reached: resolve })
      return promise
    },
    close: () => server.close(),
  }
}

/** A time zone where it is about noon, because an announcement waits for the day of its reader. */
const zoneOfNoon = (): string => {
  const west = new Date().getUTCHours() - 12
  return `Etc/GMT${west < 0 ? '' : '+'}${west}`
}

test('[DESK-14] an announcement that is killed three times reaches every member with one mail', async () => {
  const nursery = await createTestServer({ start: new Date().toISOString() })
  for (let count = 0; count < MEMBERS; count += 1)
    nursery.sql(
      `insert into users (email, password_hash, status, language, time_zone, signup_at, settings)
        values (?, '', 'active', 'it', ?, 0, '{"notifications":{"news":{"mail":true}}}')`,
      `m${count}@example.test`,
      zoneOfNoon(),
    )
  nursery.sql(
    `insert into profiles (id, name, gender, birth_date, birth_year, country, region, city, last_active)
      select id, 'M', 'male', '1990-01-01', 1990, 'IT', '', '', 0 from users`,
  )
  const announcement = {
    id: 'winter',
    about: 'news' as const,
    expires: Date.now() + DAY_MS,
    path: '/',
    fallback: 'it' as const,
    audience: EVERYONE,
    texts: { it: { title: 'T', push: 'P', mail: 'M', button: 'B' } },
  }
  const reach = await reachOf(nursery.deps, announcement)
  await announceToAll(nursery.deps, announcement, { staff: null, reach })
  const dir = await dataDirOf(nursery)
  await nursery.close()
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }))
  const smtp = await countingSmtp()
  cleanUp.push(smtp.close)
  const env = { SMTP_URL: smtp.url, LOG_LEVEL: 'error' }

  for (const count of KILLS) {
    const killed = await startChild(dir, env)
    cleanUp.push(() => killed.end('SIGKILL'))
    await smtp.reaches(count)
    expect(await killed.end('SIGKILL')).toBeNull()
  }
  const last = await startChild(dir, env)
  cleanUp.push(() => last.end('SIGKILL'))
  await smtp.reaches(MEMBERS)
  await last.end('SIGTERM')

  // A mail that was under way at a kill may arrive again, with the same Message-ID: mail servers show it once.
  const idsOf = Map.groupBy(smtp.mails, ({ to }) => to)
  expect(idsOf.size).toBe(MEMBERS)
  const several = [...idsOf.values()].filter((mails) => new Set(mails.map(({ id }) => id)).size > 1)
  expect(several).toEqual([])
  const database = new Database(databaseFile(dir), { readonly: true })
  cleanUp.push(() => database.close())
  const row = database.prepare('select mail_queued, mail_sent, mail_left_out from announcements').get()
  expect(row).toEqual({ mail_queued: MEMBERS, mail_sent: MEMBERS, mail_left_out: 0 })
}, 120_000)
