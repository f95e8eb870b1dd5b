/** Tells a member that the desk pays money back [DESK-12]: how much, of which purchase, and the credits it took. */
import { invoiceNumber } from '../areas/money/invoice.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverCount, serverMoney, serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

export const mailRefund =
  (deps: Deps, post: Post) =>
  async ({ payment: id, refund: ordered }: JobPayload<'mail.refund'>, job: number): Promise<void> => {
    const payment = await deps.read.payments.byId(id)
    const refund = await deps.read.books.refund(ordered)
    const person = payment && (await deps.read.notices.person(payment.userId))
    if (!refund || !person || person.status === 'deleted') return
    const { invoice, completedAt, currency } = payment
    if (invoice === null || completedAt === null) return
    const { language } = person
    const money = (amount: number) => serverMoney(language, amount, currency)
    const number = invoiceNumber(invoice, completedAt)
    await post.needed(job, person, {
      subject: serverText(language, 'mail.refund.subject', { amount: money(refund.amount), number }),
      paragraphs: [
        serverText(language, 'mail.refund.text', {
          amount: money(refund.amount),
          total: money(payment.amount),
          number,
          site: deps.settings().name,
        }),
        ...(refund.credits === 0 ? [] : [serverCount(language, 'mail.refund.credits', refund.credits)]),
      ],
      button: {
        text: serverText(language, 'mail.withdrawal.button'),
        url: `${publicUrl(deps.env)}/transactions/${id}`,
      },
    })
  }
