/** The steps of the demo’s desk queue: reports, flags, appeals, notices and payments, and earlier decisions. */
import type { ReportReason } from '#contract/entities/safety.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import { choose, sandboxProvider } from '../adapters/payments/sandbox.ts'
import type { SandboxChoice } from '../adapters/payments/sandbox-state.ts'
import { settleAttempt } from '../areas/age/result.ts'
import { sendMessage } from '../areas/chat/send-message.ts'
import { decideCase, type DecisionRequest } from '../areas/desk/decide.ts'
import { giveGoodwill } from '../areas/desk/money-acts.ts'
import { addNote } from '../areas/desk/members.ts'
import { createPayment } from '../areas/money/create-payment.ts'
import { handleWebhook } from '../areas/money/webhook.ts'
import { priceList } from '../areas/money/price-list.ts'
import { complain } from '../areas/notices/complain.ts'
import { appeal } from '../areas/safety/decisions.ts'
import { sanctionMember } from '../areas/safety/desk.ts'
import { reportMember } from '../areas/safety/report.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/caller.ts'
import { isRefusal, type Refusal } from '../http/reply.ts'
import {
  APPEALS,
  BLACKMAIL,
  type Cast,
  COMPLAINT,
  FACTS,
  GOODWILL,
  HARASSMENT,
  HELD,
  HELD_AGAIN,
  type Member,
  NOTES,
  NOTICE,
  PRETENCE,
  REPORTS,
  SCAM,
  SCAM_AGAIN,
  type Talk,
  VISITORS,
} from './desk-story.ts'
import type { Random } from './random.ts'

const COMPLAINTS = 40

/** A moment of the story: `ago` in ms, done in this order. */
export type Step = { ago: number; act: (deps: Deps) => Promise<unknown> }

export type StaffIds = { owner: number; colleague: number; support: number }

const callerOf = ({ id, language }: Member, at: number): Caller => ({
  id,
  status: 'active',
  paid: true,
  language,
  sessionHash: '',
  seenAt: at,
  sanction: null,
  sanctionUntil: null,
  ageDue: null,
})

const must = <Result>(result: Result): Exclude<Result, Refusal> => {
  if (isRefusal(result)) throw new Error(`The demo's queue was refused: ${JSON.stringify(result.body)}`)
  // The refusal is thrown; TypeScript does not narrow a type parameter.
  return result as Exclude<Result, Refusal>
}

const sanctionBy =
  (staff: number, { id }: Member, kind: 'suspended' | 'muted', reason: ReportReason, note: string) =>
  (deps: Deps) =>
    sanctionMember(deps, id, { kind, reason, note, until: deps.now() + 60 * DAY_MS, staff })

const NO_PARTS = { until: null, statement: '', photo: null, photoReason: 'other', message: null, warn: false } as const

const decisionBy =
  (staff: number, { id }: Member, choice: Pick<DecisionRequest, 'act' | 'reason' | 'facts'>) =>
  (deps: Deps) =>
    decideCase(deps, staff, id, { ...choice, ...NO_PARTS })

const noteBy =
  (staff: number, { id }: Member, text: string) =>
  (deps: Deps) =>
    addNote(deps, { id: staff }, id, { client_id: deps.newId(), text })

/** Decisions of the last weeks: two of them are appealed, one by the owner and one by a colleague. */
export const earlier = (cast: Cast, { owner, colleague }: StaffIds): Step[] => [
  { ago: 18 * DAY_MS, act: sanctionBy(owner, cast.suspended, 'suspended', 'harassment', FACTS.suspended) },
  { ago: 9 * DAY_MS, act: sanctionBy(colleague, cast.muted, 'muted', 'spam', FACTS.muted) },
  { ago: 6 * DAY_MS, act: reportOf(cast.witness, cast.restricted, 'scam', REPORTS.earlier) },
  {
    ago: 6 * DAY_MS - 3 * HOUR_MS,
    act: decisionBy(colleague, cast.restricted, { act: 'restrict', reason: 'scam', facts: FACTS.restricted }),
  },
  { ago: 2 * DAY_MS, act: reportOf(cast.witness, cast.cleared, 'other', REPORTS.unfounded) },
  {
    ago: 2 * DAY_MS - 5 * HOUR_MS,
    act: decisionBy(owner, cast.cleared, { act: 'none', reason: 'other', facts: FACTS.unfounded }),
  },
  { ago: 17 * DAY_MS, act: noteBy(owner, cast.suspended, NOTES.suspended) },
  { ago: 5 * HOUR_MS, act: noteBy(colleague, cast.muted, NOTES.muted) },
  { ago: 21 * HOUR_MS, act: appealOf(cast.suspended, APPEALS.suspended) },
  { ago: 7 * HOUR_MS, act: appealOf(cast.muted, APPEALS.muted) },
]

const appealOf = (member: Member, text: string) => async (deps: Deps) => {
  const [decision] = await deps.read.safety.standingDecisions(member.id, deps.now())
  if (!decision) throw new Error('There is no decision to appeal against')
  await wasHere(deps, member)
  must(await appeal(deps, callerOf(member, deps.now()), decision.id, { text }))
}

const reportOf = (by: Member, about: Member, reason: ReportReason, text: string) => async (deps: Deps) => {
  await wasHere(deps, by)
  must(await reportMember(deps, callerOf(by, deps.now()), { profile: about.id, reason, text }))
}

/** Whoever writes or reports is active at that moment, as a request of theirs would note it. */
const wasHere = (deps: Deps, { id }: Member): Promise<void> => deps.write((tx) => tx.account.wasActive(id, deps.now()))

export const waiting = (cast: Cast, { support }: StaffIds, random: Random): Step[] => {
  const send = (from: Member, to: Member, ago: number, text: string) => ({
    ago,
    act: async (deps: Deps) => {
      const client_id = uuidv7(deps.now(), random.bytes(10))
      await wasHere(deps, from)
      const sent = await sendMessage(deps, from.id, { client_id, profile: to.id, type: 'text', text })
      must(sent)
      return isRefusal(sent) ? 0 : sent.message.id
    },
  })
  /** The conversation, and the report about one of its messages. */
  const talk = (
    { lines, reported }: Talk,
    [member, other]: readonly [Member, Member],
    report: { minutesAgo: number; reason: ReportReason; text: string },
  ): Step[] => {
    let message = 0
    return [
      ...lines.map(([minutes, by, text], index): Step => {
        const [from, to] = by === 'm' ? [member, other] : [other, member]
        const { ago, act } = send(from, to, minutes * MINUTE_MS, text)
        return {
          ago,
          act: async (deps) => {
            const id = await act(deps)
            if (index === reported) message = id
          },
        }
      }),
      {
        ago: report.minutesAgo * MINUTE_MS,
        act: async (deps) => {
          const { reason, text } = report
          await wasHere(deps, other)
          must(await reportMember(deps, callerOf(other, deps.now()), { profile: member.id, reason, text, message }))
        },
      },
    ]
  }
  return [
    ...chargedBack(cast.payer, random),
    { ago: 44 * HOUR_MS, act: complaints },
    { ago: 30 * HOUR_MS, act: reportOf(cast.witness, cast.advertiser, 'spam', REPORTS.spam) },
    ...talk(HARASSMENT, [cast.harasser, cast.harassed], {
      minutesAgo: 330,
      reason: 'harassment',
      text: REPORTS.harassment,
    }),
    ...talk(SCAM, [cast.scammer, cast.victim], { minutesAgo: 192, reason: 'scam', text: REPORTS.scam }),
    ...talk(SCAM_AGAIN, [cast.scammer, cast.friend], { minutesAgo: 149, reason: 'scam', text: REPORTS.scamAgain }),
    send(cast.scammer, cast.third, 175 * MINUTE_MS, HELD),
    send(cast.trader, cast.witness, 70 * MINUTE_MS, HELD_AGAIN),
    {
      ago: 155 * MINUTE_MS,
      act: async (deps) => {
        const { id, name } = cast.copied
        const notice = { profile: id, reason: 'fake', good_faith: true, text: NOTICE(name) } as const
        must(await complain(deps, { ...notice, name: 'Nadia', email: 'nadia@demo.test' }, VISITOR))
      },
    },
    ...talk(PRETENCE, [cast.pretender, cast.doubter], { minutesAgo: 400, reason: 'fake', text: REPORTS.pretence }),
    {
      ago: 95 * MINUTE_MS,
      act: (deps) => giveGoodwill(deps, { id: support }, cast.victim.id, { credits: 60, reason: GOODWILL }),
    },
    {
      ago: 8 * MINUTE_MS,
      act: (deps) =>
        settleAttempt(deps, { id: deps.newId(), userId: cast.young.id, way: 'provider' }, { result: 'not_over' }),
    },
    { ago: 39 * MINUTE_MS, act: reportOf(cast.blackmailed, cast.minor, 'minor', REPORTS.minor) },
    ...talk(BLACKMAIL, [cast.blackmailer, cast.blackmailed], {
      minutesAgo: 13,
      reason: 'blackmail',
      text: REPORTS.blackmail,
    }),
  ]
}

/** A purchase with its invoice; eleven days later the payer's bank takes the money back. */
const chargedBack = (payer: Member, random: Random): Step[] => {
  let reference = ''
  const bank = (choice: SandboxChoice) => async (deps: Deps) => {
    if (!(await choose(deps, reference, choice))) throw new Error(`The demo's payment cannot be ${choice}`)
    await handleWebhook(atSandbox(deps), 'sandbox', reference, '')
  }
  return [
    {
      ago: 11 * DAY_MS,
      act: async (deps) => {
        const { packages } = must(await priceList(atSandbox(deps), { member: payer.id }))
        const wanted = packages[1] ?? packages[0]
        if (!wanted) throw new Error('The demo sells no credits')
        const { id, price, currency } = wanted
        const payment = must(
          await createPayment(atSandbox(deps), payer.id, {
            client_id: uuidv7(deps.now(), random.bytes(10)),
            package: id,
            price,
            currency,
            method: 'creditcard',
            remember: false,
          }),
        )
        reference = payment.reference ?? ''
      },
    },
    { ago: 11 * DAY_MS - 2 * MINUTE_MS, act: bank('paid') },
    { ago: 5 * HOUR_MS, act: bank('charged_back') },
  ]
}

/** The sandbox at the time of the step; a demo has no other provider. */
const atSandbox = (deps: Deps): Deps => ({ ...deps, payments: sandboxProvider(deps) })

const VISITOR = { member: null, address: '', language: 'en' } as const

/** The texts are equal, so the queue shows one group. All of them together share few commits. */
const complaints = async (deps: Deps): Promise<void> => {
  const senders = Array.from({ length: COMPLAINTS }, (_, index) => ({
    name: VISITORS[index % VISITORS.length] ?? 'Carla',
    email: `visitor${index + 1}@demo.test`,
  }))
  await Promise.all(
    senders.map(async (sender, index) => {
      const later = { ...deps, now: () => deps.now() + index * 4 * MINUTE_MS }
      must(await complain(later, { ...sender, text: COMPLAINT }, VISITOR))
    }),
  )
}
