/** Acknowledges a withdrawal [PAY-11]: the declaration and its time, the refund, and the credits already spent. */
import { invoiceNumber } from '../areas/money/invoice.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverCount, serverDate, serverMoney, serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

export const mailWithdrawal =
  (deps: Deps, post: Post) =>
  async ({ payment: id }: JobPayload<'mail.withdrawal'>, job: number): Promise<void> => {
    const payment = await deps.read.payments.byId(id)
    const person = payment && (await deps.read.notices.person(payment.userId))
    if (!person || person.status === 'deleted') return
    const { withdrawnAt, completedAt, invoice, currency } = payment
    if (withdrawnAt === null || completedAt === null || invoice === null) return
    const { language } = person
    const number = invoiceNumber(invoice, completedAt)
    const money = (amount: number) => serverMoney(language, amount, currency)
    const taken = payment.creditsTaken ?? 0
    const spent = payment.credits - taken
    await post.needed(job, person, {
      subject: serverText(language, 'mail.withdrawal.subject', { number }),
      paragraphs: [
        serverCount(language, 'mail.withdrawal.text', payment.credits, {
          site: deps.settings().name,
          number,
          bought: serverDate(language, completedAt, 'day'),
          when: serverDate(language, withdrawnAt, 'second'),
        }),
        serverCount(language, 'mail.withdrawal.back', taken, {
          refund: money(payment.refunded ?? 0),
          total: money(payment.amount),
        }),
        ...(spent === 0 ? [] : [serverCount(language, 'mail.withdrawal.spent', spent)]),
      ],
      button: {
        text: serverText(language, 'mail.withdrawal.button'),
        url: `${publicUrl(deps.env)}/transactions/${id}`,
      },
    })
  }
