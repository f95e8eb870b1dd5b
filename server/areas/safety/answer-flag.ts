/**
 * The desk answers a flag of an automatic check. Releasing a held message delivers it. Upholding the flag refunds the
 * sender, because a message that reaches nobody costs nothing [DESK-7], and states the reason [SAFE-8].
 */
import type { ReportReason } from '#contract/entities/safety.ts'
import { mayWrite } from '#contract/rules/may-write.ts'
import type { Deps, Tx } from '../../deps.ts'
import { endAgeDoubt } from '../age/demand.ts'
import { currentRequest } from '../../request-context.ts'
import { addJobs } from '../chat/send-all.ts'
import { announce } from '../feed/announce.ts'
import { addSanction, refreshSanction, type DeskAnswer } from './desk.ts'
import type { FlagRow } from './flag-queries.ts'

type FlagAnswer = { upheld: false } | { upheld: true; reason: ReportReason; note: string }

export const answerFlag = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  id: number,
  answer: FlagAnswer,
  staff: number | null = null,
) =>
  write(async (tx): Promise<DeskAnswer> => {
    const flag = await tx.flags.flag(id)
    if (!flag) return 'not_found'
    if (!(await tx.flags.answerFlag(id, answer.upheld, now()))) return 'same'
    await settleFlag(tx, flag, { upheld: answer.upheld, at: now() })
    if (answer.upheld && flag.kind === 'message') {
      const { reason, note } = answer
      const warning = { kind: 'warned', reason, note, until: null, staff, source: 'flag' } as const
      await addSanction(tx, flag.member, warning, now())
    }
    await tx.audit.add({
      staff,
      act: 'flag.answer',
      subject: { kind: 'member', id: flag.member },
      after: { flag: id, kind: flag.kind, upheld: answer.upheld },
      at: now(),
    })
    tx.deskChanged('queue')
    return 'done'
  })

/** The effects of an answer on a held message, on an automatic mute, and on a doubt about the age. A second answer changes nothing. */
export const settleFlag = async (
  tx: Tx,
  flag: FlagRow,
  { upheld, at }: { upheld: boolean; at: number },
): Promise<void> => {
  if (flag.kind === 'reports' && !upheld) await endSanctionOf(tx, flag, 'muted', at)
  if (flag.kind === 'age' && !upheld) {
    await endSanctionOf(tx, flag, 'profile_restricted', at)
    await endAgeDoubt(tx, flag.member)
  }
  if (flag.kind !== 'message' || flag.message === null) return
  if (upheld) await giveBack(tx, flag.member, flag.message, at)
  else await deliver(tx, flag.message, at)
}

const deliver = async (tx: Tx, message: number, at: number): Promise<void> => {
  const [row] = await tx.chat.messagesById([message])
  if (!row || row.heldAt === null) return
  const recipient = row.low + row.high - row.sender
  // The recipient deleted the chat past this message, so nothing shows it.
  const side = await tx.chat.sideOf(recipient, row.conversation)
  const isHidden = side !== undefined && side.hiddenUpTo >= message
  if (isHidden || (await areApart(tx, row.sender, recipient))) return giveBack(tx, row.sender, message, at)
  const isFirst = (await tx.chat.lastOf(row.conversation)) === 0
  if (!(await tx.chat.release(message))) return
  // The sender's devices show it as sent already, so nothing changes for them.
  await announce(tx, recipient, 'message', message)
  const delivery = { sender: row.sender, recipient, message, at, isFirst, isPushed: true, request: currentRequest() }
  await addJobs(tx, [delivery])
}

/** Whether one of the two has blocked the other or left since, so that a message would be refused [CHAT-9], [CHAT-12]. */
const areApart = async ({ chat }: Pick<Tx, 'chat'>, sender: number, recipient: number): Promise<boolean> => {
  const sides = await chat.facts([
    { sender, recipient, clientId: '' },
    { sender: recipient, recipient: sender, clientId: '' },
  ])
  return sides.some((side) => {
    const may = side.status === null ? null : mayWrite({ ...side, status: side.status })
    // Whoever has not confirmed their address may write.
    return may === null || (!may.allowed && may.reason !== 'recipient_unconfirmed')
  })
}

const giveBack = async (tx: Tx, member: number, message: number, at: number): Promise<void> => {
  const reference = String(message)
  const isReturned = ((await tx.money.amountOf(member, 'returned', reference)) ?? 0) > 0
  const amount = -((await tx.money.amountOf(member, 'message', reference)) ?? 0)
  if (isReturned || amount <= 0) return
  await tx.money.addEntry({ userId: member, amount, reason: 'returned', reference, at })
  await announce(tx, member, 'user', 0)
}

/** The check decided the sanction in the moment of the flag. One by a person stays. */
export const endSanctionOf = async (
  tx: Tx,
  { member, createdAt }: FlagRow,
  kind: 'muted' | 'profile_restricted',
  at: number,
): Promise<void> => {
  const decisions = await tx.safety.standingDecisions(member, at)
  for (const decision of decisions)
    if (decision.kind === kind && decision.staff === null && decision.at === createdAt)
      await tx.safety.liftDecision(decision.id, at)
  await refreshSanction(tx, member, at)
}
