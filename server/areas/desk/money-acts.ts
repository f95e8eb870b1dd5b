/** Goodwill credits, and decisions about chargebacks [DESK-12]. */
import { DAY_MS } from '#contract/limits.ts'
import { GOODWILL_CREDITS, GOODWILL_DAYS } from '#contract/desk/entities/money.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk, type DeskRefusal } from '../../http/desk-reply.ts'
import { announce } from '../feed/announce.ts'

type Needs = Pick<Deps, 'write' | 'now' | 'newId'>
type Actor = { id: number }

/** The credits that the desk may still give this member. */
export const goodwillLeft = async (
  { books }: Pick<Deps['read'], 'books'>,
  member: number,
  now: number,
): Promise<number> => Math.max(0, GOODWILL_CREDITS - (await books.goodwillSince(member, now - GOODWILL_DAYS * DAY_MS)))

export const giveGoodwill = (
  { write, now, newId }: Needs,
  staff: Actor,
  member: number,
  { credits, reason }: { credits: number; reason: string },
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const at = now()
    const before = await tx.money.balance(member)
    if (before === undefined) return refuseDesk('not_found')
    if (credits > (await goodwillLeft(tx, member, at))) return refuseDesk('goodwill_limit')
    const after = await tx.money.addEntry({
      userId: member,
      amount: credits,
      reason: 'goodwill',
      reference: newId(),
      at,
    })
    await announce(tx, member, 'user', 0)
    const subject = { kind: 'member', id: member } as const
    await tx.audit.add({
      staff: staff.id,
      act: 'credits.goodwill',
      subject,
      before: { credits: before },
      after: { credits: after },
      reason,
      at,
    })
    return null
  })

/** `allow`: the member may buy again. `stop`: no further purchases; the desk can change it later. */
export const decideChargeback = (
  { write, now }: Needs,
  staff: Actor,
  payment: string,
  { decision, reason }: { decision: 'allow' | 'stop'; reason: string },
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const [row, chargeback] = [await tx.payments.byId(payment), await tx.books.chargeback(payment)]
    if (!row || !chargeback) return refuseDesk('not_found')
    if (!(await tx.books.decideChargeback(payment, decision, staff.id, now()))) return null
    await tx.audit.add({
      staff: staff.id,
      act: 'payment.settle_chargeback',
      subject: { kind: 'member', id: row.userId },
      before: { payment, decision: chargeback.decision },
      after: { payment, decision },
      reason,
      at: now(),
    })
    return null
  })
