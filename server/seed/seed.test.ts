import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import Database from 'better-sqlite3'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INTERESTS } from '#contract/entities/profile.ts'
import { PHOTO_SIZES } from '#contract/entities/photo.ts'
import { PROMPT_ANSWER_MAX, PROMPTS, PROMPTS_MAX } from '#contract/entities/prompts.ts'
import { ClientId, MessageText, Name } from '#contract/fields.ts'
import { LOCALES } from '#contract/locales.ts'
import { ageOn, dateOf } from '#contract/rules/age.ts'
import { photoFolder } from '../adapters/data-dir.ts'
import { diskFiles } from '../adapters/disk-files.ts'
import { isPlace } from '../areas/site/places.ts'
import { DEMO_PASSWORD, FREE_EMAIL, PREMIUM_EMAIL } from './demo.ts'
import type { Draw } from './faces.ts'
import { SEEDED_INTERESTS } from './people.ts'
import { portraitSvg } from './portraits.ts'
import { PROMPT_ANSWERS } from './prompt-answers.ts'
import { NotEmptyError, seedDatabase, type SeedOptions } from './seed.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

/** Stand-ins as different as real photos, without the time to rasterise them. */
const sketch: Draw = (shots) =>
  Promise.resolve(
    shots.map((shot) => {
      const hash = createHash('sha256').update(portraitSvg(shot)).digest('hex')
      return { hash, colours: hash.slice(0, 24) }
    }),
  )

const folders: string[] = []
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'seed-'))
  folders.push(made)
  return made
}
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true })
})

const seeded = async (options: Partial<SeedOptions>): Promise<{ dir: string; db: Database.Database }> => {
  const dir = folder()
  const file = join(dir, 'seeded.sqlite')
  await seedDatabase({ file, dataDir: dir, members: 40, seed: 1, now: NOW, draw: sketch, ...options })
  return { dir, db: new Database(file, { readonly: true }) }
}

const PromptAnswers = v.pipe(
  v.array(v.object({ prompt: v.picklist(PROMPTS), answer: v.pipe(v.string(), v.maxLength(PROMPT_ANSWER_MAX)) })),
  v.minLength(1),
  v.maxLength(PROMPTS_MAX),
)

type Row = Record<string, string | number | null>
const rowsOf = (db: Database.Database, sql: string): Row[] => db.prepare<[], Row>(sql).all()

const contentHash = (db: Database.Database): string => {
  const hash = createHash('sha256')
  const tables = rowsOf(
    db,
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '__drizzle%' order by name`,
  )
  for (const { name } of tables) hash.update(JSON.stringify([name, rowsOf(db, `select * from "${String(name)}"`)]))
  return hash.digest('hex')
}

describe('[OPS-3] seeding is deterministic', () => {
  test('the same seed gives the same tables and photos, another seed gives others', async () => {
    const real = { members: 12, draw: undefined }
    const { draw: _, ...drawn } = real
    const dirs = [folder(), folder()]
    const hashes: string[] = []
    for (const dir of dirs) {
      await seedDatabase({ ...drawn, file: join(dir, 'seeded.sqlite'), dataDir: dir, seed: 5, now: NOW })
      const db = new Database(join(dir, 'seeded.sqlite'), { readonly: true })
      hashes.push(contentHash(db))
      db.close()
    }
    expect(hashes[0]).toBe(hashes[1])

    const [one, same, other] = await Promise.all([seeded({}), seeded({}), seeded({ seed: 2 })])
    expect(contentHash(one.db)).toBe(contentHash(same.db))
    expect(contentHash(one.db)).not.toBe(contentHash(other.db))
  })

  test('photos exist in four sizes, small enough for a list, with their colours', async () => {
    const dir = folder()
    const file = join(dir, 'seeded.sqlite')
    await seedDatabase({ file, dataDir: dir, members: 4, seed: 1, now: NOW })
    const store = diskFiles(photoFolder(dir))
    const db = new Database(file, { readonly: true })
    const photos = rowsOf(db, 'select hash, colours from photos')
    expect(photos.length).toBeGreaterThanOrEqual(4)
    for (const { hash, colours } of photos) {
      expect(colours).toMatch(/^[0-9a-f]{24}$/)
      const sizes = await Promise.all(
        PHOTO_SIZES.map(async (size) => {
          const bytes = (await store.read(String(hash), size)) ?? new Uint8Array()
          const { format, width, height } = await sharp(bytes).metadata()
          return { format, width, height, isLight: size === 'full' || bytes.length < 15_000 }
        }),
      )
      expect(sizes).toEqual([
        { format: 'webp', width: 800, height: 1000, isLight: true },
        { format: 'webp', width: 400, height: 500, isLight: true },
        { format: 'webp', width: 160, height: 160, isLight: true },
        { format: 'webp', width: 24, height: 30, isLight: true },
      ])
    }
  })
})

describe('[OPS-3] a population of 300', () => {
  let db: Database.Database
  const rows = (sql: string): Row[] => rowsOf(db, sql)

  beforeAll(async () => {
    db = (await seeded({ members: 300 })).db
  })

  test('[ACC-3] are adults, with valid names, places and birth dates', () => {
    const people = rows('select * from profiles')
    expect(people.length).toBe(300)
    for (const person of people) {
      const age = ageOn(String(person['birth_date']), dateOf(NOW))
      expect(age).toBeGreaterThanOrEqual(18)
      expect(age).toBeLessThan(100)
      expect(String(person['birth_year'])).toBe(String(person['birth_date']).slice(0, 4))
      expect(v.is(Name, person['name'])).toBe(true)
      expect(isPlace(String(person['country']), String(person['region']), String(person['city']))).toBe(true)
      expect(Number(person['last_active'])).toBeLessThanOrEqual(NOW)
    }
    expect(new Set(people.map(({ country }) => country)).size).toBeGreaterThan(10)
  })

  test('[FIND-3] are in search if active and not invisible', () => {
    expect(
      rows(`select p.id from profiles p join users u on u.id = p.id
          where p.searchable <> (u.status = 'active' and not p.invisible)`),
    ).toEqual([])
    const [counts] = rows(`select sum(invisible) invisible, sum(searchable = 0) hidden from profiles`)
    expect(Number(counts?.['invisible'])).toBeGreaterThan(3)
    expect(Number(counts?.['hidden'])).toBeLessThan(45)
  })

  test('[SAFE-7] some are fictional and marked, and no fictional one starts a conversation', () => {
    const [count] = rows('select sum(fictional) n from profiles')
    expect(Number(count?.['n'])).toBeGreaterThan(20)
    expect(Number(count?.['n'])).toBeLessThan(60)
    expect(rows('select c.id from conversations c join profiles p on p.id = c.started_by where p.fictional')).toEqual(
      [],
    )
  })

  test('[PAY-1] credits are the sum of the ledger, never below zero on the way', () => {
    expect(
      rows(
        `select id from users u where credits <> (select coalesce(sum(amount), 0) from ledger where user_id = u.id)`,
      ),
    ).toEqual([])
    expect(
      rows(`select id from (select id, sum(amount) over (partition by user_id order by id) balance from ledger)
          where balance < 0`),
    ).toEqual([])
    expect(
      rows(`select m.id from messages m join profiles p on p.id = m.sender and not p.fictional
          where not exists (select 1 from ledger where user_id = m.sender and reason = 'message'
                            and reference = cast(m.id as text) and amount = -1)`),
    ).toEqual([])
  })

  test('[ACC-18] nobody has sexual interests, and nobody more than 16 [PROF-8]', () => {
    const known = new Set<string>(INTERESTS)
    for (const { interests } of rows('select interests from profile_details')) {
      const all = v.parse(v.array(v.string()), JSON.parse(String(interests)))
      expect(all.length).toBeLessThanOrEqual(16)
      expect(all.every((interest) => known.has(interest) && SEEDED_INTERESTS.some((one) => one === interest))).toBe(
        true,
      )
    }
  })

  test('write in whole sentences, without open placeholders and without contact details', () => {
    const texts = rows(`select about_me text from profile_details union all select text from messages
      union all select json_extract(value, '$.answer') from profile_details, json_each(prompts)`)
    expect(texts.length).toBeGreaterThan(1_000)
    for (const { text } of texts) expect(String(text)).not.toMatch(/[{}[\]<>|@]|\d{4}|undefined|https?:/)
  })

  test('[PROF-15] most answer one to three different prompts, in their own language', () => {
    const answered = rows(`select u.language, d.prompts from profile_details d join users u using (id)
      where d.prompts <> '[]'`)
    expect(answered.length).toBeGreaterThan(150)
    for (const { language, prompts } of answered) {
      const all = v.parse(PromptAnswers, JSON.parse(String(prompts)))
      expect(new Set(all.map(({ prompt }) => prompt)).size).toBe(all.length)
      const known = PROMPT_ANSWERS[v.parse(v.picklist(LOCALES), language)]
      for (const { prompt, answer } of all) expect(known[prompt]).toContain(answer)
    }
  })

  test('[CHAT-1] conversations, sides and messages are consistent', () => {
    expect(rows('select id from conversations where low >= high or started_by not in (low, high)')).toEqual([])
    expect(
      rows(`select c.id from conversations c
          where last_message <> (select max(id) from messages where conversation = c.id)
             or created_at <> (select min(sent_at) from messages where conversation = c.id)
             or 2 <> (select count(*) from participants p where p.conversation = c.id
                      and ((p.member = low and p.partner = high) or (p.member = high and p.partner = low)))`),
    ).toEqual([])
    expect(
      rows(`select m.id from messages m join conversations c on c.id = m.conversation where sender not in (low, high)`),
    ).toEqual([])
    expect(
      rows(`select p.member from participants p join conversations c on c.id = p.conversation
          where p.read_up_to > c.last_message or p.delivered_up_to > c.last_message or p.read_up_to > p.delivered_up_to`),
    ).toEqual([])
    expect(
      rows(`select p.member from participants p
          where p.unread <> (select count(*) from messages m where m.conversation = p.conversation
                             and m.sender = p.partner and m.id > p.read_up_to)`),
    ).toEqual([])
    const messages = rows('select client_id, text, sent_at from messages order by id')
    expect(messages.every((one) => v.is(ClientId, one['client_id']) && v.is(MessageText, one['text']))).toBe(true)
    expect(messages.every((one, at) => Number(one['sent_at']) >= Number(messages[at - 1]?.['sent_at'] ?? 0))).toBe(true)
    expect(Number(messages.at(-1)?.['sent_at'])).toBeLessThanOrEqual(NOW)
  })

  test('[CHAT-4] free members started at most two conversations', () => {
    expect(
      rows(`select started_by from conversations join users u on u.id = started_by
          where not u.paid_user group by started_by having count(*) > 2`),
    ).toEqual([])
  })

  test('[CHAT-6] undelivered messages are in the feed of their recipient', () => {
    expect(rows('select id from users where feed_floor <> feed_acked or feed_floor > feed_seq')).toEqual([])
    expect(
      rows(`select id from users u where feed_seq - feed_floor <> (select count(*) from changes where member = u.id)`),
    ).toEqual([])
    expect(
      rows(
        `select member from changes c join users u on u.id = c.member where c.seq <= feed_floor or c.seq > feed_seq`,
      ),
    ).toEqual([])
    expect(
      rows(`select m.id from messages m join participants p on p.conversation = m.conversation and p.member <> m.sender
          where (m.id > p.delivered_up_to) <>
                exists (select 1 from changes where member = p.member and kind = 'message' and entity = m.id)`),
    ).toEqual([])
    expect(rows('select * from changes').length).toBeGreaterThan(5)
  })

  test('photos belong to their owners, the main one first', () => {
    expect(
      rows(
        `select p.id from profiles p where main_photo is not (select id from photos where owner = p.id and position = 0)`,
      ),
    ).toEqual([])
    const [count] = rows('select count(*) n from profiles where main_photo is not null')
    expect(Number(count?.['n'])).toBeGreaterThan(270)
  })

  test('[PROF-6] some have more photos than a free member sees, some a private one, which is never the main one', () => {
    const [more] = rows('select count(*) n from (select owner from photos group by owner having count(*) > 3)')
    expect(Number(more?.['n'])).toBeGreaterThan(8)
    const hidden = rows('select distinct owner from photos where private').length
    expect(hidden).toBeGreaterThan(15)
    expect(hidden).toBeLessThan(80)
    expect(rows('select p.id from profiles p join photos f on f.id = p.main_photo where f.private')).toEqual([])
    expect(rows(`select id from photos where length(colours) <> 24`)).toEqual([])
    // The people around the demo accounts include both kinds.
    const known = rows('select sum(private) n from photos where owner between 3 and 14')
    expect(Number(known[0]?.['n'])).toBeGreaterThan(0)
  })

  test('likes are between two members, at most once in each direction', () => {
    expect(
      rows(
        `select liker from likes where liker = liked or liked not in (select id from users where status = 'active')`,
      ),
    ).toEqual([])
    expect(
      rows('select l.liker from likes l join likes b on b.liker = l.liked and b.liked = l.liker').length,
    ).toBeGreaterThan(50)
  })

  test('the demo accounts log in and find something to do', async () => {
    for (const [email, paid, credits] of [
      [FREE_EMAIL, 0, 5],
      [PREMIUM_EMAIL, 1, 120],
    ] as const) {
      const [user] = rows(`select u.*, main_photo from users u join profiles p on p.id = u.id where email = '${email}'`)
      expect(user).toMatchObject({ status: 'active', paid_user: paid, credits, language: 'it' })
      expect(user?.['main_photo']).not.toBeNull()
      expect(await verify(String(user?.['password_hash']), DEMO_PASSWORD)).toBe(true)
      const id = Number(user?.['id'])
      const unread = rows(`select p.fictional from participants s join profiles p on p.id = s.partner
                           where s.member = ${id} and s.unread > 0`)
      expect(unread.length).toBeGreaterThanOrEqual(2)
      expect(unread.some(({ fictional }) => fictional === 1)).toBe(true)
      expect(rows(`select 1 from likes where liked = ${id} and not seen`).length).toBeGreaterThanOrEqual(2)
      expect(
        rows(`select 1 from likes l join likes b on b.liker = l.liked and b.liked = l.liker where l.liked = ${id}`)
          .length,
      ).toBeGreaterThanOrEqual(2)
    }
  })
})

describe('seeding a database that is not empty', () => {
  test('is refused, unless the caller asks to add members', async () => {
    const { dir, db } = await seeded({ members: 30 })
    const options = { file: db.name, dataDir: dir, members: 20, seed: 9, now: NOW, draw: sketch }
    await expect(seedDatabase(options)).rejects.toThrow(NotEmptyError)
    expect(rowsOf(db, 'select count(*) n from users')).toEqual([{ n: 30 }])

    await seedDatabase({ ...options, add: true })
    expect(rowsOf(db, 'select count(*) n from users')).toEqual([{ n: 50 }])
    expect(
      rowsOf(db, 'select id from users u where credits <> (select sum(amount) from ledger where user_id = u.id)'),
    ).toEqual([])
  })

  test('a large population is loaded in bulk, and has every index afterwards', async () => {
    const indexes = `select name, sql from sqlite_master where type = 'index' order by name`
    const [small, large] = await Promise.all([seeded({ members: 20 }), seeded({ members: 20_000 })])
    expect(rowsOf(large.db, indexes)).toEqual(rowsOf(small.db, indexes))
    expect(large.db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(large.db.pragma('quick_check', { simple: true })).toBe('ok')
  })
})
