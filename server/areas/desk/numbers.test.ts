/** The daily numbers against a count by hand [DESK-13]. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'
import { purge } from '../leaving/purge.ts'
import { addTestStaff } from '../../testing/desk.ts'
import { seededBytes } from '../../testing/random.ts'
import { isPostgres } from '../../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { COHORT, NUMBERS, type NumberName, type NumbersRow } from './numbers-columns.ts'
import { deskNumbers } from './numbers-view.ts'
import { countRecentDays, rebuildNumbers } from './numbers.ts'

const START = Date.parse('2025-01-01T00:00:00Z')
const DAYS = 365
const END = START + DAYS * DAY_MS

let server: TestServer
beforeEach(async () => {
  server = await createTestServer({ start: new Date(END + 5 * HOUR_MS).toISOString() })
})
afterEach(() => server.close())

const numberOf = (row: NumbersRow | undefined, name: NumberName): number => row?.[name] ?? 0
const stored = () =>
  server
    .sql('select * from day_numbers order by day, source, lander, country')
    .filter((row) => NUMBERS.some((name) => row[name] !== 0))

/** A statement for each row would take most of the test's time. */
const rowsOf = (table: string, columns: string) => {
  const rows: (string | number | null)[][] = []
  return {
    add: (...row: (string | number | null)[]) => void rows.push(row),
    store: () => {
      while (rows.length > 0) {
        const some = rows.splice(0, 500)
        const places = some.map((row) => `(${row.map(() => '?').join()})`)
        server.sql(`insert into ${table} (${columns}) values ${places.join()}`, ...some.flat())
      }
    },
  }
}
const personOf = (id: number, country: string, fictional: 0 | 1) =>
  [id, 'M', 'female', '1990-01-01', 1990, country, '', '', fictional, 0] as const

/** Adds members with a year of life, and counts by hand while it does. */
const liveYear = async (members: number) => {
  const bytes = seededBytes(13)
  const draw = (count: number): number => Buffer.from(bytes(4)).readUInt32BE() % count
  const chance = (percent: number): boolean => draw(100) < percent
  const byHand = new Map<string, Map<NumberName, number>>()
  const count = (day: number, group: string, name: NumberName, amount = 1) => {
    const key = `${dateOf(day)}|${group}`
    const numbers = byHand.get(key) ?? new Map<NumberName, number>()
    numbers.set(name, (numbers.get(name) ?? 0) + amount)
    byHand.set(key, numbers)
  }
  const [networks, refs, landers, countries] = [
    ['', 'ads', 'mail'],
    ['', 'x1'],
    ['', 'video'],
    ['IT', 'DE', 'IE'],
  ]
  const texts: [number, number, number, number | null][] = []
  const user = rowsOf('users', 'id, email, password_hash, status, language, signup_at, tracking')
  const profile = rowsOf(
    'profiles',
    'id, name, gender, birth_date, birth_year, country, region, city, fictional, last_active',
  )
  const photo = rowsOf('photos', 'owner, hash, status, created_at')
  const payment = rowsOf(
    'payments',
    'id, user_id, status, provider, method, country, credits, amount, currency, vat_percentage, created_at, changed_at, completed_at',
  )
  const like = rowsOf('likes', 'liker, liked, at')
  const swipe = rowsOf('swipes', 'member, profile, choice, at')
  const conversation = rowsOf('conversations', 'id, low, high, started_by, created_at')
  const side = rowsOf('participants', 'member, conversation, partner')
  const message = rowsOf('messages', 'id, conversation, sender, client_id, type, text, sent_at')
  const debit = rowsOf('ledger', 'user_id, amount, reason, reference, at')
  const letter = rowsOf('letters', 'kind, language, reason, text, profile, at, answered_at')
  // Fictional profiles are partners of everybody.
  for (const id of [1, 2, 3]) {
    user.add(id, `f${id}`, '', 'active', 'en', START - DAY_MS, '{}')
    profile.add(...personOf(id, 'IT', 1))
  }
  type Life = { id: number; at: number; group: string }
  const lives: Life[] = []
  /** The days on which each member liked or swiped. */
  const active = new Set<string>()
  const pairs: [number, number][] = []
  for (let index = 0; index < members; index += 1) {
    const [id, at] = [10 + index, START + draw(DAYS) * DAY_MS + draw(DAY_MS)]
    const [network, ref, lander, country = ''] = [networks, refs, landers, countries].map(
      (all) => all[draw(all.length)] ?? '',
    )
    const isTracked = network !== '' || ref !== ''
    const tracking = isTracked ? { ...(network && { network }), ...(ref && { ref }), ...(lander && { lander }) } : {}
    const source = isTracked ? `${network}${ref && `/${ref}`}` : ''
    const group = `${source}|${isTracked ? lander : ''}|${country}`
    const isConfirmed = chance(80)
    user.add(id, `m${id}`, '', isConfirmed ? 'active' : 'not_confirmed', 'en', at, JSON.stringify(tracking))
    profile.add(...personOf(id, country, 0))
    count(at, group, 'signups')
    if (isConfirmed) count(at, group, 'confirmed')
    if (chance(60)) {
      // A photo after the 30 days does not count.
      const later = draw(40) * DAY_MS
      photo.add(id, 'h', 'active', at + later)
      if (later < 30 * DAY_MS) count(at, group, 'first_photo')
    }
    if (chance(10)) {
      const later = draw(40) * DAY_MS
      payment.add(`p${id}`, id, 'completed', 'sandbox', 'paypal', 'IT', 15, 999, 'EUR', 22, 0, 0, at + later)
      if (later < 30 * DAY_MS) count(at, group, 'purchase')
    }
    const day = at - (at % DAY_MS)
    for (const [name, days] of [
      ['d1', 1],
      ['d7', 7],
      ['d30', 30],
    ] as const)
      if (chance(30) && day + days * DAY_MS < END) {
        const when = day + days * DAY_MS + draw(DAY_MS)
        if (chance(50)) like.add(id, days === 30 ? 3 : days === 7 ? 2 : 1, when)
        else swipe.add(id, 1_000_000 + days, 'pass', when)
        active.add(`${id} ${dateOf(when)}`)
        count(at, group, name)
      }
    lives.push({ id, at, group })
  }
  // Visits of days without a signup count, too, and so do those before the first signup.
  for (let visit = 0; visit < members * 3; visit += 1) {
    const at = START - DAY_MS + draw(DAYS + 1) * DAY_MS
    const source = ['', 'ads', 'mail', 'ads/x1', '/x1'][draw(5)] ?? ''
    const lander = landers[draw(2)] ?? ''
    const country = countries[draw(3)] ?? ''
    await server.deps.read.numbers.addVisits({ day: dateOf(at), source, lander, country, visits: 1 })
    count(at, `${source}|${lander}|${country}`, 'visits')
  }
  for (const life of lives) {
    if (!chance(50)) continue
    const { id, at } = life
    const isFictional = chance(20)
    const other = lives[draw(lives.length)]
    const partner = isFictional || !other || other.id === id ? undefined : other
    const partnerId = partner?.id ?? 1 + draw(2)
    const begun = Math.max(at, partner?.at ?? 0) + draw(3 * HOUR_MS)
    const [low, high] = [Math.min(id, partnerId), Math.max(id, partnerId)]
    if (pairs.some(([one, another]) => one === low && another === high)) continue
    const talk = pairs.push([low, high])
    conversation.add(talk, low, high, id, begun)
    side.add(id, talk, partnerId)
    side.add(partnerId, talk, id)
    const lines = 1 + draw(6)
    for (let line = 0; line < lines; line += 1)
      texts.push([talk, line % 2 === 0 ? id : partnerId, begun + line * HOUR_MS, chance(60) ? 1 : null])
  }
  texts.sort((one, another) => one[2] - another[2])
  const lifeOf = new Map(lives.map((life) => [life.id, life]))
  const [wrote, answered, seen] = [new Set<number>(), new Set<number>(), new Map<number, Set<number>>()]
  for (const [index, [talk, sender, at, paid]] of texts.entries()) {
    if (at >= END) continue
    const id = index + 1
    message.add(id, talk, sender, `c${id}`, 'text', 'x', at)
    const [low = 0, high = 0] = pairs[talk - 1] ?? []
    const partner = low + high - sender
    const own = lifeOf.get(sender) ?? lifeOf.get(partner)
    if (!own) throw new Error('a message of nobody')
    const isFictional = !lifeOf.has(sender) || !lifeOf.has(partner)
    count(at, own.group, 'messages')
    if (isFictional) count(at, own.group, 'fictional_messages')
    if (paid !== null && lifeOf.has(sender)) {
      debit.add(sender, -2, 'message', String(id), at)
      // Nobody answered for the fictional profile, so nothing was spent in the end.
      const isReturned = isFictional && index % 3 === 0
      if (isReturned) debit.add(sender, 2, 'returned', String(id), at + DAY_MS)
      else count(at, own.group, 'spent', 2)
      if (isFictional && !isReturned) count(at, own.group, 'fictional_spent', 2)
    }
    const life = lifeOf.get(sender)
    if (life) {
      if (!wrote.has(sender) && at < life.at + 30 * DAY_MS) count(life.at, life.group, 'first_message')
      if (at < life.at + 30 * DAY_MS) wrote.add(sender)
      for (const [name, days] of [
        ['d1', 1],
        ['d7', 7],
        ['d30', 30],
      ] as const) {
        const day = life.at - (life.at % DAY_MS) + days * DAY_MS
        const isActive = active.has(`${sender} ${dateOf(day)}`)
        const already = seen.get(sender) ?? new Set<number>()
        if (at >= day && at < day + DAY_MS && !isActive && !already.has(days)) count(life.at, life.group, name)
        if (at >= day && at < day + DAY_MS) seen.set(sender, already.add(days))
      }
    }
    const recipient = lifeOf.get(partner)
    const hasAsked = texts.slice(0, index).some(([one, from]) => one === talk && from === partner)
    if (recipient && hasAsked && !answered.has(partner) && at < recipient.at + 30 * DAY_MS) {
      answered.add(partner)
      count(recipient.at, recipient.group, 'first_answer')
    }
  }
  const REASONS = [
    ['minor', 1],
    ['scam', 24],
    ['hate', 24],
    ['spam', 72],
  ] as const
  for (let index = 0; index < members / 5; index += 1) {
    const life = lives[draw(lives.length)]
    const [reason, hours] = REASONS[draw(REASONS.length)] ?? REASONS[0]
    const at = START + draw(DAYS) * DAY_MS + draw(DAY_MS)
    const took = draw(2 * hours * HOUR_MS)
    const answeredAt = chance(80) && at + took < END ? at + took : null
    letter.add('report', 'en', reason, '', life?.id ?? null, at, answeredAt)
    count(at, life?.group ?? '', 'reports')
    if (answeredAt === null) continue
    count(answeredAt, life?.group ?? '', `decided_${hours}`)
    count(answeredAt, life?.group ?? '', `decided_ms_${hours}`, took)
    if (took <= hours * HOUR_MS) count(answeredAt, life?.group ?? '', `in_time_${hours}`)
  }
  for (const table of [user, profile, photo, payment, like, swipe, conversation, side, message, debit, letter])
    table.store()
  return byHand
}

const asMap = (rows: Record<string, unknown>[]) =>
  Object.fromEntries(
    rows.map((row) => [
      [row['day'], row['source'], row['lander'], row['country']].join('|'),
      Object.fromEntries(NUMBERS.filter((name) => row[name] !== 0).map((name) => [name, row[name]])),
    ]),
  )
const plain = (byHand: Map<string, Map<NumberName, number>>) =>
  Object.fromEntries(
    [...byHand]
      .map(([key, numbers]) => [key, Object.fromEntries([...numbers].filter(([, amount]) => amount !== 0))] as const)
      .filter(([, numbers]) => Object.keys(numbers).length > 0),
  )

describe('[DESK-13] the numbers', () => {
  // The test stores a year of 1,500 members.
  test(
    'a seeded year equals a count by hand, for every day, source, lander and country',
    { timeout: 60_000 },
    async () => {
      const byHand = await liveYear(1_500)
      await rebuildNumbers(server.deps, server.clock.now())
      expect(asMap(stored())).toEqual(plain(byHand))
    },
  )

  // The test counts each day of the year three times.
  test(
    'are the same counted night by night, counted twice, and repaired after damage',
    { timeout: 120_000 },
    async () => {
      await liveYear(300)
      await rebuildNumbers(server.deps, server.clock.now())
      const whole = stored()
      server.sql('delete from day_numbers')
      for (let now = START + 5 * HOUR_MS; now <= server.clock.now(); now += 20 * DAY_MS)
        await countRecentDays(server.deps, now, now === START + 5 * HOUR_MS ? null : now - 20 * DAY_MS)
      await countRecentDays(server.deps, server.clock.now(), server.clock.now() - 9 * DAY_MS)
      await countRecentDays(server.deps, server.clock.now(), server.clock.now() - 9 * DAY_MS)
      expect(stored()).toEqual(whole)
      server.sql('update day_numbers set signups = signups + 7')
      await rebuildNumbers(server.deps, server.clock.now())
      expect(stored()).toEqual(whole)
    },
  )

  test('keep the part of erased members, and name nobody', async () => {
    await liveYear(100)
    await rebuildNumbers(server.deps, server.clock.now())
    const numbers = [...COHORT, 'messages', 'spent'] as const
    const sums = () =>
      // The source of a small group is forgotten with its member.
      server.sql(`select day, lander, country, ${numbers.map((name) => `sum(${name}) as ${name}`).join()} from day_numbers
        group by day, lander, country having sum(signups + messages) > 0 order by day, lander, country`)
    const before = sums()
    // Nobody knows afterwards whether an account that is leaving was ever confirmed.
    for (const { id } of server.sql(`select id from users where status = 'active' and id between 10 and 60`)) {
      server.sql(`update users set deleting_since = 1, status = 'deleting' where id = ?`, id)
      for (let times = 0; times < 2; times += 1) await purge(server.deps, Number(id))
    }
    await rebuildNumbers(server.deps, server.clock.now())
    expect(sums()).toEqual(before)
    const columns = server.sql(`select name from pragma_table_info('day_numbers')`).map(({ name }) => String(name))
    expect(columns.filter((name) => /user|member|id$|email|session|address/.test(name))).toEqual([])
  })

  test('a rebuild counts as the nights did, also when what proved a return is gone', async () => {
    const [day, id] = [START + 100 * DAY_MS, 500]
    const people = rowsOf(
      'profiles',
      'id, name, gender, birth_date, birth_year, country, region, city, fictional, last_active',
    )
    const users = rowsOf('users', 'id, email, password_hash, status, language, signup_at')
    users.add(id, 'ada', '', 'active', 'en', day)
    people.add(...personOf(id, 'IT', 0))
    for (const table of [users, people]) table.store()
    server.sql('insert into likes (liker, liked, at) values (?, 600, ?)', id, day + DAY_MS)
    server.sql(`insert into swipes (member, profile, choice, at) values (?, 700, 'pass', ?)`, id, day + 7 * DAY_MS)
    for (let night = 1; night <= 33; night += 1)
      await countRecentDays(server.deps, day + night * DAY_MS, day + (night - 1) * DAY_MS)
    const ofNights = stored()
    expect(ofNights).toMatchObject([{ signups: 1, d1: 1, d7: 1, d30: 0 }])
    // The like was taken back, and the other member erased.
    server.sql('delete from likes')
    server.sql('delete from swipes')
    await rebuildNumbers(server.deps, server.clock.now())
    expect(stored()).toEqual(ofNights)
  })

  test('are those of a count without an erasure when an account is erased in the middle of it', async () => {
    await liveYear(100)
    const [first] = server.sql(`select min(signup_at) as at from users where status = 'active' and id >= 10`)
    const now = Number(first?.['at']) + 2 * DAY_MS
    const sums = () =>
      server.sql(`select day, lander, country, sum(signups) as signups, sum(messages) as messages from day_numbers
        group by day, lander, country having sum(signups + messages) > 0 order by day, lander, country`)
    await countRecentDays(server.deps, now, null)
    const before = sums()
    expect(before.length).toBeGreaterThan(0)
    const [member] = server.sql(`select id from users where status = 'active' and id >= 10 order by signup_at limit 1`)
    const leaving = Number(member?.['id'])
    const counted = server.deps.read.numbers
    const signups: typeof counted.signups = async (...place) => {
      const members = await counted.signups(...place)
      if (members.every(({ id }) => id !== leaving)) return members
      server.sql(`update users set deleting_since = 1, status = 'deleting' where id = ?`, leaving)
      await purge(server.deps, leaving)
      return members
    }
    await countRecentDays({ ...server.deps, read: { numbers: { ...counted, signups } } }, now, null)
    expect(sums()).toEqual(before)
  })

  test('are counted in slices: no day and no member is read at once', async () => {
    await liveYear(300)
    const day = START + 100 * DAY_MS
    server.sql(`update users set signup_at = ? where id between 10 and 200`, day)
    server.sql(
      `insert into messages (id, conversation, sender, client_id, type, text, sent_at)
        select 1000000 + cast(value as integer), conversation, member, 'long' || value, 'text', '', ? from json_each(?)
        cross join (select member, conversation from participants where member between 10 and 200 order by member limit 1) as side`,
      day,
      JSON.stringify(Array.from({ length: 1_300 }, (_, nth) => nth)),
    )
    const { numbers } = server.deps.read
    const lengths: Record<'members' | 'talks', number[]> = { members: [], talks: [] }
    const slices: number[] = []
    const watched: typeof numbers = {
      ...numbers,
      signups: async (...asked) => {
        const found = await numbers.signups(...asked)
        lengths.members.push(found.length)
        return found
      },
      talks: async (...asked) => {
        const found = await numbers.talks(...asked)
        lengths.talks.push(found.length)
        return found
      },
      messages: (from, to, first, past) => {
        slices.push(past - first)
        return numbers.messages(from, to, first, past)
      },
    }
    let pauses = 0
    const pause = async () => void (pauses += 1)
    await rebuildNumbers({ ...server.deps, pause, read: { numbers: watched } }, server.clock.now())
    expect(Math.max(...lengths.members)).toBe(50)
    expect(Math.max(...lengths.talks)).toBe(500)
    expect(Math.max(...slices)).toBe(500)
    expect(pauses).toBeGreaterThan(slices.length + 4)
  })

  test('hide groups of fewer than ten people', async () => {
    const add = (source: string, signups: number, purchase: number) =>
      server.sql(
        `insert into day_numbers (day, source, lander, country, signups, purchase) values ('2025-03-01', ?, '', 'IT', ?, ?)`,
        source,
        signups,
        purchase,
      )
    add('ads', 9, 9)
    add('mail', 40, 3)
    const { sources, funnel } = await deskNumbers(server.deps, { from: '2025-03-01', to: '2025-03-31' })
    expect(sources.map(({ name, signups, purchase }) => [name, signups, purchase])).toEqual([['mail', 40, null]])
    expect([funnel.signups, funnel.purchase]).toEqual([49, 12])
  })

  // The test measures this process, in which SQLite works.
  test('a year with 1,000,000 members is answered in under two seconds', { skip: isPostgres }, async () => {
    const insert = server.db.$client.prepare(
      `insert into day_numbers (day, source, lander, country, visits, signups, confirmed, messages) values (?, ?, ?, ?, 30, 3, 2, 90)`,
    )
    const fill = server.db.$client.transaction(() => {
      for (let day = 0; day < DAYS; day += 1)
        for (let group = 0; group < 920; group += 1)
          insert.run(
            dateOf(START + day * DAY_MS),
            `source ${group % 10}`,
            `lander ${Math.floor(group / 10) % 8}`,
            `C${Math.floor(group / 80)}`,
          )
    })
    fill()
    // CPU time, which is the whole time of these queries on a machine with nothing else to do.
    const before = process.cpuUsage()
    const { funnel } = await deskNumbers(server.deps, { from: '2025-01-01', to: '2025-12-31' })
    const { user, system } = process.cpuUsage(before)
    expect(funnel.signups).toBeGreaterThan(1_000_000)
    expect((user + system) / 1_000).toBeLessThan(2_000)
  })
})

test('[DESK-13] sums of no rows are zero', async () => {
  const [row] = await server.deps.read.numbers.sums([], { from: '2025-01-01', to: '2026-01-01' })
  expect(numberOf(row, 'signups')).toBe(0)
})

test('[DESK-13] the file has the visits, and the groups of each lander', async () => {
  server.sql(`insert into day_numbers (day, source, lander, country, visits, signups)
    values ('2025-03-01', 'ads/x1', 'video', 'IT', 400, 20)`)
  const { cookie } = await addTestStaff(server.deps, 'Mia', 'marketing')
  const answer = await server.app.request('http://localhost/api/desk/numbers/csv?from=2025-01-01&to=2025-12-31', {
    headers: { cookie },
  })
  const [head = '', ...rows] = (await answer.text()).split(/\r?\n/)
  expect(head).toContain('by,group,visits,signups')
  expect(rows).toContain('landers,video,400,20,0,0,0,0,0')
  expect(rows).toContain('sources,ads/x1,400,20,0,0,0,0,0')
})
