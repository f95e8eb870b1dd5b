/** All queries of all areas on one connection, prepared once. Only `queries.ts` files, `db/` and `adapters/` know SQL. */
import { sandboxQueries } from '../adapters/payments/sandbox-queries.ts'
import { accountQueries } from '../areas/account/queries.ts'
import { approvalQueries } from '../areas/desk/approval-queries.ts'
import { auditQueries } from '../areas/desk/audit-queries.ts'
import { deskMemberQueries } from '../areas/desk/member-queries.ts'
import { settingQueries } from '../areas/desk/setting-queries.ts'
import { staffQueries } from '../areas/desk/staff-queries.ts'
import { chatQueries } from '../areas/chat/queries.ts'
import { feedQueries } from '../areas/feed/queries.ts'
import { fictionalQueries } from '../areas/fictional/queries.ts'
import { findQueries } from '../areas/find/queries.ts'
import { likeQueries } from '../areas/likes/queries.ts'
import { leavingQueries } from '../areas/leaving/queries.ts'
import { bookQueries } from '../areas/money/book-queries.ts'
import { directDebitQueries } from '../areas/money/direct-debit-queries.ts'
import { deskPhotoQueries } from '../areas/desk/photo-queries.ts'
import { transparencyQueries } from '../areas/desk/transparency-queries.ts'
import { queueQueries } from '../areas/desk/queue-queries.ts'
import { campaignQueries } from '../areas/desk/campaign-queries.ts'
import { deskMoneyQueries } from '../areas/desk/money-queries.ts'
import { numbersQueries } from '../areas/desk/numbers-queries.ts'
import { discountQueries } from '../areas/money/discount-queries.ts'
import { moneyQueries } from '../areas/money/queries.ts'
import { paymentQueries } from '../areas/money/payment-queries.ts'
import { transactionQueries } from '../areas/money/transaction-queries.ts'
import { noticeQueries } from '../areas/notices/queries.ts'
import { hashQueries } from '../areas/photos/hash-queries.ts'
import { photoQueries } from '../areas/photos/queries.ts'
import { profileQueries } from '../areas/profile/queries.ts'
import { evidenceQueries } from '../areas/safety/evidence-queries.ts'
import { identityQueries } from '../areas/safety/identity-queries.ts'
import { safetyQueries } from '../areas/safety/queries.ts'
import { flagQueries } from '../areas/safety/flag-queries.ts'
import { siteQueries } from '../areas/site/queries.ts'
import { swipeQueries } from '../areas/swipe/queries.ts'
import { jobQueries } from '../jobs/queries.ts'
import { operationsQueries } from '../operations/queries.ts'
import type { Db } from './database.ts'

const syncQueries = (db: Db) => ({
  account: accountQueries(db),
  approvals: approvalQueries(db),
  books: bookQueries(db),
  audit: auditQueries(db),
  campaigns: campaignQueries(db),
  chat: chatQueries(db),
  deskPhotos: deskPhotoQueries(db),
  deskMembers: deskMemberQueries(db),
  deskMoney: deskMoneyQueries(db),
  directDebits: directDebitQueries(db),
  discounts: discountQueries(db),
  evidence: evidenceQueries(db),
  feed: feedQueries(db),
  fictional: fictionalQueries(db),
  find: findQueries(db),
  flags: flagQueries(db),
  identity: identityQueries(db),
  hashes: hashQueries(db),
  leaving: leavingQueries(db),
  likes: likeQueries(db),
  money: moneyQueries(db),
  notices: noticeQueries(db),
  numbers: numbersQueries(db),
  payments: paymentQueries(db),
  photos: photoQueries(db),
  profile: profileQueries(db),
  queue: queueQueries(db),
  safety: safetyQueries(db),
  sandbox: sandboxQueries(db),
  settingChanges: settingQueries(db),
  site: siteQueries(db),
  staff: staffQueries(db),
  swipe: swipeQueries(db),
  transparency: transparencyQueries(db),
  transactions: transactionQueries(db),
  jobs: jobQueries(db),
  operations: operationsQueries(db),
})

/**
 * The interface for another database: SQLite returns at once, but use cases await, since another database would not.
 */
type Later<Area> = {
  [Query in keyof Area]: Area[Query] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Result | Promise<Result>
    : never
}
type SyncQueries = ReturnType<typeof syncQueries>
export type Queries = { [Area in keyof SyncQueries]: Later<SyncQueries[Area]> }

export const queriesOn = (db: Db): Queries => syncQueries(db)
