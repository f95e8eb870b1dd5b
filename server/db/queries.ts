/**
 * All queries of all areas on one connection; an area's queries are prepared once, when the area is first used. SQL is in
 * `*queries.ts` files, `db/` and `seed/` alone.
 */
import { sandboxQueries } from '../adapters/payments/sandbox-queries.ts'
import { accountQueries } from '../areas/account/queries.ts'
import { ageQueries } from '../areas/age/queries.ts'
import { approvalQueries } from '../areas/desk/approval-queries.ts'
import { auditQueries } from '../areas/desk/audit-queries.ts'
import { deskMemberQueries } from '../areas/desk/member-queries.ts'
import { settingQueries } from '../areas/desk/setting-queries.ts'
import { staffQueries } from '../areas/desk/staff-queries.ts'
import { chatQueries } from '../areas/chat/queries.ts'
import { feedQueries } from '../areas/feed/queries.ts'
import { fictionalQueries } from '../areas/fictional/queries.ts'
import { fictionalProfileQueries } from '../areas/fictional/profile-queries.ts'
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
import { partQueries } from '../areas/photos/part-queries.ts'
import { photoQueries } from '../areas/photos/queries.ts'
import { profileQueries } from '../areas/profile/queries.ts'
import { evidenceQueries } from '../areas/safety/evidence-queries.ts'
import { identityQueries } from '../areas/safety/identity-queries.ts'
import { safetyQueries } from '../areas/safety/queries.ts'
import { flagQueries } from '../areas/safety/flag-queries.ts'
import { siteQueries } from '../areas/site/queries.ts'
import { swipeQueries } from '../areas/swipe/queries.ts'
import { jobProcessQueries } from '../jobs/process-queries.ts'
import { jobQueries } from '../jobs/queries.ts'
import { operationsQueries } from '../operations/queries.ts'
import type { Db } from './database.ts'

const AREAS = {
  account: accountQueries,
  age: ageQueries,
  approvals: approvalQueries,
  books: bookQueries,
  audit: auditQueries,
  campaigns: campaignQueries,
  chat: chatQueries,
  deskPhotos: deskPhotoQueries,
  deskMembers: deskMemberQueries,
  deskMoney: deskMoneyQueries,
  directDebits: directDebitQueries,
  discounts: discountQueries,
  evidence: evidenceQueries,
  feed: feedQueries,
  fictional: fictionalQueries,
  fictionalProfiles: fictionalProfileQueries,
  find: findQueries,
  flags: flagQueries,
  identity: identityQueries,
  hashes: hashQueries,
  leaving: leavingQueries,
  likes: likeQueries,
  money: moneyQueries,
  notices: noticeQueries,
  numbers: numbersQueries,
  parts: partQueries,
  payments: paymentQueries,
  photos: photoQueries,
  profile: profileQueries,
  queue: queueQueries,
  safety: safetyQueries,
  sandbox: sandboxQueries,
  settingChanges: settingQueries,
  site: siteQueries,
  staff: staffQueries,
  swipe: swipeQueries,
  transparency: transparencyQueries,
  transactions: transactionQueries,
  jobs: jobQueries,
  jobProcesses: jobProcessQueries,
  operations: operationsQueries,
} satisfies Record<string, (db: Db) => object>

export type Queries = { [Area in keyof typeof AREAS]: ReturnType<(typeof AREAS)[Area]> }

/** Preparing all areas at once takes 15 ms of the processor, which each command, test and start would pay. */
export const queriesOn = (db: Db): Queries => {
  const queries = {}
  for (const [area, prepare] of Object.entries(AREAS)) {
    let made: object | undefined
    Object.defineProperty(queries, area, { enumerable: true, configurable: true, get: () => (made ??= prepare(db)) })
  }
  // The loop defines each area of the table.
  return queries as Queries
}

/** Adds members to queries without preparing them, as a spread would. */
export const withQueries = <Own extends object>(queries: Queries, own: Own): Queries & Own =>
  // Both come from the arguments: descriptors carry no types.
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(queries), ...Object.getOwnPropertyDescriptors(own) },
  ) as Queries & Own
