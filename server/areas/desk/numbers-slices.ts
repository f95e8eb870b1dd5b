/** Counts members, messages and reports in slices with pauses: the server answers in between [DESK-13]. */
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import { createSums, STEPS_DAYS, type NumbersRow } from './numbers-columns.ts'
import type { Signup, Talk, TalkPlace } from './numbers-queries.ts'

export type Counting = { read: Pick<Deps['read'], 'numbers'>; pause: Deps['pause'] }

/** Each slice takes a few milliseconds. */
const MEMBERS = 50
const MESSAGES = 500
const PAUSE_MS = 1

/** A message's id follows its time, but for two processes whose clocks differ. */
const CLOCKS_DIFFER_MS = HOUR_MS

/** The members who signed up in a time, and the steps that they took. */
export const countCohort = async (counting: Counting, from: number, to: number): Promise<NumbersRow[]> => {
  const { read, pause } = counting
  const sums = createSums()
  for (let members: Signup[] = [], after = { at: from, id: 0 }; ;) {
    members = await read.numbers.signups(from, to, after, MEMBERS)
    const steps = createSteps(members)
    if (members.length > 0)
      await eachTalk(
        counting,
        members.map(({ id }) => id),
        steps.take,
      )
    for (const row of steps.rows()) sums.add(row)
    const last = members.at(-1)
    if (last === undefined || members.length < MEMBERS) return sums.rows()
    after = { at: last.at, id: last.id }
    await pause(PAUSE_MS)
  }
}

/** The messages, reports and decisions of a time. @param readsAll reads every message, for databases whose ids do not follow the times */
export const countEvents = async (
  { read, pause }: Counting,
  { from, to, readsAll }: { from: number; to: number; readsAll: boolean },
): Promise<NumbersRow[]> => {
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
  return sums.rows()
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
          if (day === 1) row.d1 = 1
          if (day === 7) row.d7 = 1
          if (day === 30) row.d30 = 1
        } else if (isSoon && asked.member === member && asked.conversation === conversation) row.first_answer = 1
      }
    },
    rows: (): NumbersRow[] => [...rows.values()],
  }
}
