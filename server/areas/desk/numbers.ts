/** Counts the daily numbers [DESK-13]: every night the days that can still change, or all days again. */
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { Deps, Tx } from '../../deps.ts'
import { nextRun } from '../../jobs/recurring.ts'
import { createSums, RETURN_NAMES, RETURNS, STEPS_DAYS, type NumbersRow } from './numbers-columns.ts'
import type { Signup, Talk, TalkPlace } from './numbers-queries.ts'

type Needs = Counting & {
  write: <Result>(body: (tx: Pick<Tx, 'numbers'>) => Promise<Result> | Result) => Promise<Result>
}

const dayStart = (at: number): number => at - (at % DAY_MS)

/** A signup's steps and returns end after 31 days; reports of an evening are decided on the next days. */
const COHORT_DAYS = STEPS_DAYS + 2
const EVENT_DAYS = 3

/** Counting a day again changes nothing, so a night that was interrupted or missed is made up by the next. */
export const countRecentDays = async (deps: Needs, now: number, countedTo: number | null): Promise<void> => {
  const today = dayStart(now)
  const first = await deps.read.numbers.firstDay()
  if (first === null) return
  const begun = dayStart(first)
  const missed = countedTo === null ? begun : Math.max(begun, dayStart(countedTo))
  const from = (days: number): number => Math.max(begun, Math.min(missed, today) - days * DAY_MS)
  for (let day = from(COHORT_DAYS); day < today; day += DAY_MS)
    await count(deps, 'cohort', day, day + DAY_MS, () => countCohort(deps, day, day + DAY_MS))
  for (let day = from(EVENT_DAYS); day < today; day += DAY_MS)
    await count(deps, 'events', day, day + DAY_MS, () =>
      countEvents(deps, { from: day, to: day + DAY_MS, readsAll: false }),
    )
}

/** An account that is erased while its days are counted would be in them twice: then they are counted again. */
const count = async (
  { read, write }: Needs,
  part: 'cohort' | 'events',
  from: number,
  to: number,
  countNow: () => Promise<CountedDay>,
): Promise<void> => {
  const days = [from === 0 ? '0000' : dateOf(from), dateOf(to)] as const
  for (let isStored = false; !isStored;) {
    const before = JSON.stringify(await read.numbers.erased(...days))
    const { rows, returns } = await countNow()
    isStored = await write(async ({ numbers }) => {
      if (JSON.stringify(await numbers.erased(...days)) !== before) return false
      await numbers.put(part, ...days, rows)
      await numbers.noteReturns(returns)
      return true
    })
  }
}

/** Counts every day again from the members' tables, e.g. after a restore. Run it as a command: it reads every message. */
export const rebuildNumbers = async (deps: Needs, now: number): Promise<{ days: number }> => {
  const first = await deps.read.numbers.firstDay()
  if (first === null) return { days: 0 }
  const to = dayStart(now)
  await count(deps, 'cohort', 0, to, () => countCohort(deps, 0, to))
  await count(deps, 'events', 0, to, () => countEvents(deps, { from: 0, to, readsAll: true }))
  return { days: Math.round((to - dayStart(first)) / DAY_MS) }
}

/** The job that runs every night. */
export const numbersCount = (deps: Deps) => async (): Promise<number> => {
  const now = deps.now()
  await countRecentDays(deps, now, (await deps.read.operations.numbersCounted()) ?? null)
  await deps.write((tx) => tx.operations.setNumbersCounted(now))
  return nextRun('numbers.count', now)
}

// Members, messages and reports are counted in slices with pauses: the server answers in between.

/** Sums, and the members by the bits of their returns that no night has noted yet. */
type CountedDay = { rows: NumbersRow[]; returns: ReadonlyMap<number, readonly number[]> }

const returnsOf = (row: Signup): number =>
  RETURN_NAMES.reduce((bits, name) => (row[name] === 0 ? bits : bits | RETURNS[name].bit), 0)

type Counting = { read: Pick<Deps['read'], 'numbers'>; pause: Deps['pause'] }

/** Each slice takes a few milliseconds. */
const MEMBERS = 50
const MESSAGES = 500
const PAUSE_MS = 1

/** A message's id follows its time, but for two processes whose clocks differ. */
const CLOCKS_DIFFER_MS = HOUR_MS

/** The members who signed up in a time, and the steps that they took. */
const countCohort = async (counting: Counting, from: number, to: number): Promise<CountedDay> => {
  const { read, pause } = counting
  const sums = createSums()
  const returns = new Map<number, number[]>()
  for (let members: Signup[] = [], after = { at: from, id: 0 }; ;) {
    members = await read.numbers.signups(from, to, after, MEMBERS)
    const steps = createSteps(members)
    if (members.length > 0)
      await eachTalk(
        counting,
        members.map(({ id }) => id),
        steps.take,
      )
    for (const row of steps.rows()) {
      sums.add(row)
      const found = returnsOf(row)
      if (found === row.returned) continue
      const others = returns.get(found)
      if (others) others.push(row.id)
      else returns.set(found, [row.id])
    }
    const last = members.at(-1)
    if (last === undefined || members.length < MEMBERS) return { rows: sums.rows(), returns }
    after = { at: last.at, id: last.id }
    await pause(PAUSE_MS)
  }
}

/** The messages, reports and decisions of a time. @param readsAll reads every message, for databases whose ids do not follow the times */
const countEvents = async (
  { read, pause }: Counting,
  { from, to, readsAll }: { from: number; to: number; readsAll: boolean },
): Promise<CountedDay> => {
  const { numbers } = read
  const sums = createSums()
  const slices = async (first: number, past: number, rowsOf: (low: number, high: number) => Promise<NumbersRow[]>) => {
    for (let low = first; low < past; low += MESSAGES) {
      for (const row of await rowsOf(low, Math.min(past, low + MESSAGES))) sums.add(row)
      await pause(PAUSE_MS)
    }
  }
  const first = readsAll ? 0 : await numbers.firstMessageAt(from)
  const past = readsAll ? (await numbers.lastMessage()) + 1 : await numbers.firstMessageAt(to + CLOCKS_DIFFER_MS)
  await slices(first, past, (low, high) => numbers.messages(from, to, low, high))
  await slices(0, (await numbers.lastLetter()) + 1, (low, high) => numbers.reports(from, to, low, high))
  return { rows: sums.rows(), returns: new Map() }
}

/** The part of one member in the numbers of all days, before the account is erased. */
export const countMember = async (counting: Counting, member: number): Promise<NumbersRow[]> => {
  const { numbers } = counting.read
  const sums = createSums()
  const signup = await numbers.signup(member)
  if (signup === null) return []
  const steps = createSteps([signup])
  await eachTalk(counting, [member], async (talks) => {
    steps.take(talks)
    for (const row of await numbers.messagesAmong(
      talks.map(({ id }) => id),
      member,
    ))
      sums.add(row)
  })
  for (const row of steps.rows()) sums.add(row)
  return sums.rows()
}

const eachTalk = async (
  { read, pause }: Counting,
  members: readonly number[],
  take: (talks: readonly Talk[]) => void | Promise<void>,
): Promise<void> => {
  for (let after: TalkPlace | null = { member: 0, conversation: 0, id: 0 }; after !== null;) {
    const talks: Talk[] = await read.numbers.talks(members, after, MESSAGES)
    if (talks.length > 0) await take(talks)
    after = talks.length < MESSAGES ? null : (talks.at(-1) ?? null)
    if (after !== null) await pause(PAUSE_MS)
  }
}

/** Finds the steps of members in their messages, which come in order. */
const createSteps = (members: readonly Signup[]) => {
  const rows = new Map(
    members.map((member) => [member.id, { ...member, signups: 1, first_message: 0, first_answer: 0 }]),
  )
  /** The conversation in which its member has written. */
  let asked = { member: 0, conversation: 0 }
  return {
    take: (talks: readonly Talk[]): void => {
      for (const { member, conversation, sender, at } of talks) {
        const row = rows.get(member)
        if (!row) continue
        const isSoon = at < row.at + STEPS_DAYS * DAY_MS
        if (sender === member) {
          asked = { member, conversation }
          if (isSoon) row.first_message = 1
          const day = Math.floor(at / DAY_MS) - Math.floor(row.at / DAY_MS)
          for (const name of RETURN_NAMES) if (day === RETURNS[name].day) row[name] = 1
        } else if (isSoon && asked.member === member && asked.conversation === conversation) row.first_answer = 1
      }
    },
    rows: () => [...rows.values()],
  }
}
