/** A member with data in every table and column. Each text contains a mark, so that a test finds it wherever it is. */
import { FACT_NAMES, PROFILE_FACTS } from '#contract/entities/profile-facts.ts'
import { DAY_MS } from '#contract/limits.ts'
import { emailKey } from '../areas/account/email-key.ts'
import { hashToken } from '../http/caller.ts'
import type { Renditions } from '../adapters/photo-pipeline.ts'
import { directDebits, storedMethods } from '../db/schema/money.ts'
import type { TestMember } from './members.ts'
import { addCode, addPayment } from './money-rows.ts'
import type { TestServer } from './test-server.ts'

/** Differs from every other number in the database. */
export const LIFE_ID = 987_654
/** Part of every text of the member, and of the member's name. */
export const MARK = 'zaphira'

export type WholeLife = {
  member: TestMember
  partner: TestMember
  /** Photos: one only of the member, one that the partner has too, and one that each sent the other. */
  hashes: { own: string; shared: string; sent: string; received: string }
}

const renditions = (content: string): Renditions => {
  const bytes = new TextEncoder().encode(content)
  return { full: bytes, card: bytes, thumb: bytes, blur: bytes }
}

export const liveLife = async (server: TestServer): Promise<WholeLife> => {
  const { sql, deps } = server
  const now = deps.now()
  const partner = await server.signUp('Partner', { credits: 1_000 })
  // A server that moves to PostgreSQL is on SQLite, whatever `ENGINE` says.
  if ('$client' in server.db) sql(`update sqlite_sequence set seq = ? where name = 'users'`, LIFE_ID - 1)
  else sql(`alter table users alter column id restart with ${LIFE_ID}`)
  const member = await server.signUp(`Mia ${MARK}`, {
    email: `mia.${MARK}@example.test`,
    credits: 1_000,
    paid: true,
    aboutMe: `about ${MARK}`,
  })
  if (member.id !== LIFE_ID) throw new Error(`The member is ${member.id}`)
  const [me, you] = [member.id, partner.id]

  const own = await deps.photos.put(renditions(`picture of ${MARK}`))
  const shared = await deps.photos.put(renditions('picture of both'))
  const insertPhoto = `insert into photos (owner, hash, status, private, position, created_at, client_id, colours, reason, drawn)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`
  sql(insertPhoto, me, own, 'active', 1, 1, now, `photo-${MARK}`, 'aabbcc'.repeat(4), 'quality')
  sql(insertPhoto, me, shared, 'rejected', 0, 2, now, null, '', null)
  sql(insertPhoto, you, shared, 'active', 0, 0, now, null, '', null)
  sql('update photos set content = hash')
  sql(
    `update users set feed_floor = 1, notifications_disabled = '["fbl"]', language = 'en', feed_acked = 2,
      settings = '{"push_details":true,"dismissed_alerts":{"push":5}}', domain = 'other.test', tracking = ?, signup_message = ? where id = ?`,
    JSON.stringify({ ref: MARK }),
    JSON.stringify({ text: `first ${MARK}`, profile: you }),
    me,
  )
  sql(
    `update profiles set region = 'IT-25', city = 'IT-25/milano', invisible = 0, reserved = 1, active_at = last_active,
      main_photo = (select id from photos where hash = ? and owner = ?) where id = ?`,
    own,
    me,
    me,
  )
  sql(
    `update profile_details set ${FACT_NAMES.map((name) => `${name} = ?`).join()}, interests = '["hiking","tea"]', prompts = ? where id = ?`,
    ...FACT_NAMES.map((name) => PROFILE_FACTS[name].options[0]),
    JSON.stringify([{ prompt: 'sunday', answer: `sunday of ${MARK}` }]),
    me,
  )
  sql(`insert into consents values (?, 'sensitive', ?, null, 2), (?, 'sensitive', ?, ?, 2)`, me, now, you, now, now)

  const send = (from: TestMember, to: TestMember, text: string, count: number) =>
    server.as(from)('messages.send', {
      body: {
        client_id: `01890a5d-ac96-774b-bcce-${String(from === member ? count : 10 + count).padStart(12, '0')}`,
        profile: to.id,
        type: 'text',
        text,
      },
    })
  for (let count = 0; count < 3; count += 1) {
    await send(member, partner, `message ${count} ${MARK}`, count)
    await send(partner, member, `answer ${count}`, count)
  }
  const [sent, received] = [
    await deps.photos.put(renditions(`sent by ${MARK}`)),
    await deps.photos.put(renditions('sent by the partner')),
  ]
  const insertMessage = `insert into messages (conversation, sender, client_id, type, text, sent_at)
    values (1, ?, ?, ?, ?, ?) returning id`
  for (const [from, hash] of [
    [me, sent],
    [you, received],
  ] as const) {
    const [row] = sql(insertMessage, from, `photo of ${from === me ? 'mine' : 'yours'}`, 'photo', '', now)
    sql(`insert into message_photos values (?, ?, ?, 640, 480)`, row?.['id'], hash, 'aabbcc'.repeat(4))
  }
  sql(insertMessage, me, 'gift', 'gift', 'rose', now)
  sql('update conversations set last_message = (select max(id) from messages), opening_left = 1')
  sql('update participants set hidden_up_to = 1 where member = ?', me)
  sql(`update users set time_zone = 'Europe/Rome', returned = 5 where id = ?`, me)
  sql(`insert into swipes values (?, ?, 'like', ?), (?, ?, 'pass', ?)`, me, you, now, you, me, now)
  const conversation = { params: { conversation: `${you}-${me}` } }
  await server.as(member)('chats.read', { ...conversation, body: { up_to: 2 } })
  await server.as(member)('sync', { query: { after: '4' } })
  await server.as(partner)('likes.put', { params: { profile: String(me) } })
  await server.as(member)('likes.put', { params: { profile: String(you) } })
  sql('update likes set seen = 1 where liker = ?', you)
  const blocked = await server.signUp('Blocked')
  const blocker = await server.signUp('Blocker', { fictional: true, invisible: true })
  await server.as(member)('blocks.put', { params: { profile: String(blocked.id) } })
  await server.as(blocker)('blocks.put', { params: { profile: String(me) } })

  await server.as(member)('user.push', {
    body: {
      subscription: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${MARK}`,
        keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      },
    },
  })
  sql(`update sessions set user_agent = ?, revoked_at = null where user_id = ?`, `Browser of ${MARK}`, me)
  sql(
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, revoked_at)
      values (?, ?, ?, ?, ?, ?, ?)`,
    `other session of ${MARK}`,
    me,
    now,
    now,
    now + 60 * DAY_MS,
    `Old browser of ${MARK}`,
    now,
  )
  sql('update sessions set host_cookie_at = 1 where user_id = ?', me)
  sql(
    'insert into passkeys values (?, ?, ?, ?, ?, 7, ?, 1, ?, ?, ?)',
    `passkey ${MARK}`,
    me,
    'example.test',
    `handle ${MARK}`,
    `key ${MARK}`,
    JSON.stringify(['internal']),
    `telephone ${MARK}`,
    now,
    now,
  )
  sql('insert into used_challenges values (?, ?)', 'a hash', now + DAY_MS)
  sql('insert into known_devices values (?, ?, ?, ?)', `device of ${MARK}`, me, now, now)
  sql('insert into write_orders values (?, ?, ?, ?)', me, `store of ${MARK}`, JSON.stringify([[`like:${you}`, 3]]), now)
  sql('insert into photo_parts values (?, ?, 4, 4, ?, ?)', `photo of ${MARK}`, me, `bytes of ${MARK}`, now)
  sql(`insert into acceptances values (?, 'terms', 1, ?)`, me, now)
  sql(
    `insert into tokens (hash, user_id, kind, data, expires_at, used_at) values (?, ?, 'mail_change', ?, ?, ?)`,
    `token of ${MARK}`,
    me,
    `new.${MARK}@example.test`,
    now + 60 * DAY_MS,
    now,
  )
  const insertLetter = `insert into letters (kind, user_id, name, email, language, reason, text, profile, message, photo,
    decision, at, answered_at, upheld) values (?, ?, ?, ?, 'en', ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  sql(insertLetter, 'appeal', me, member.name, member.email, 'spam', `letter ${MARK}`, you, 1, 1, 1, now, now, 1)
  sql(
    insertLetter,
    'complaint',
    null,
    `Z ${MARK}`,
    member.email,
    null,
    `as visitor ${MARK}`,
    null,
    null,
    null,
    null,
    now,
    null,
    null,
  )
  sql(
    `update letters set answer = 'answer ' || ?, domain = 'other.test', good_faith = 1,
    client_id = kind || ' of ' || ?`,
    MARK,
    MARK,
  )
  sql(insertLetter, 'report', you, 'Partner', partner.email, 'fake', 'about someone', me, 1, 1, null, now, null, null)
  sql(
    `insert into decisions (user_id, kind, reason, note, photo, at, until, lifted_at) values (?, 'photo_rejected', 'quality', ?, 2, ?, ?, ?)`,
    me,
    `note on ${MARK}`,
    now,
    now,
    now,
  )
  sql(
    `insert into flags (member, kind, severity, message, photo, facts, created_at, answered_at, upheld)
      values (?, 'message', 'harm', 1, 1, ?, ?, ?, 1)`,
    me,
    JSON.stringify({ found: MARK }),
    now,
    now,
  )
  sql(
    `update decisions set message = 1, removed_text = ?, staff = 3, source = 'report', statement = ?, warns = 1,
      waited_since = ?, undone_at = ?, appealed_at = ?, appeal_upheld = 1`,
    `removed ${MARK}`,
    `statement on ${MARK}`,
    now,
    now,
    now,
  )
  sql(`update letters set text_group = ?, answered_by = 3 where kind <> 'report'`, `group of ${MARK}`)
  sql(`update photos set reviewed_by = 3, reviewed_at = ? where owner = ?`, now, me)
  sql('update participants set warned_at = ? where member = ?', now, me)
  sql(
    'insert into cases (subject, opened_at, staff, claimed_until, closed_at) values (?, ?, 3, ?, ?)',
    `member:${me}`,
    now,
    now,
    now,
  )
  // Held for a day longer than now, so that it ends before the account is erased; the second has no data of the member.
  sql(`insert into age_checks values (?, 'provider', 'over', ?)`, me, `2026-11-01 ${MARK}`)
  sql(
    `insert into age_requests values (?, ?, 'eu_proof', ?, ?, ?, 'failed')`,
    `request ${MARK}`,
    me,
    `nonce ${MARK}`,
    now,
    now,
  )
  // A day far ahead changes nothing that this member does later.
  sql('update users set age_due = ? where id = ?', now + 400 * DAY_MS, me)
  const insertEvidence = `insert into evidence (letter, member, taken_at, held_until, legal_hold, profile, messages)
    values (?, ?, ?, ?, ?, ?, '[{"id":1}]')`
  sql(insertEvidence, 3, me, now, now + DAY_MS, 0, JSON.stringify({ name: MARK }))
  sql(insertEvidence, 999, you, now, now + DAY_MS, 1, '{}')
  sql('insert into evidence_photos values (3, ?)', own)
  sql(`insert into identity_marks values ('mail', 'hash of ' || ?, ?, null, ?)`, MARK, me, now)
  sql(`insert into identity_marks values ('mail', 'hash of somebody', 5, 1, ?)`, now)
  sql('insert into member_notes values (1, ?, 3, ?, ?, ?)', me, `note about ${MARK}`, now, `note of ${MARK}`)
  sql('insert into photo_hashes values (1, 1, 2, 3, 4)')
  sql(`update users set mailbox = ? where id = ?`, `mailbox.${MARK}@example.test`, me)
  sql(`update messages set warning = 'link' where id = 5`)
  const [held] = sql(insertMessage, me, 'held', 'text', `held ${MARK}`, now)
  sql('update messages set held_at = ? where id = ?', now, held?.['id'])
  sql('update participants set held_last = ? where member = ?', held?.['id'], me)
  // The sanction has ended, so it changes nothing that this member does later.
  sql(`update users set sanction = 'muted', sanction_until = ? where id = ?`, now, me)
  const counted = 'insert into attempts (key, count, since, blocked_until, blocks) values (?, 1, ?, ?, 1)'
  const mail = hashToken(emailKey(member.email))
  for (const key of [`login ${mail} from x`, `login ${mail} anywhere`, `reset ${mail} mails`, `password ${me} x`])
    sql(counted, key, now, now)
  for (const key of [
    `mail.unread ${me}`,
    `swipe.day ${me}`,
    `auto.like ${me}`,
    `auto.like ${me} ${you}`,
    `auto.like ${you} ${me}`,
  ])
    sql(counted, key, now, now)
  sql('update messages set unanswered_at = ? where id = 3', now)
  sql('insert into awaited_answers values (3, ?, ?, 1, ?)', me, you, now)
  const insertJob = `insert into jobs (kind, payload, run_at, attempts, failed_at, last_error, unique_key)
    values (?, ?, ?, 1, ?, ?, ?)`
  sql(
    insertJob,
    'mail.mail_change',
    JSON.stringify({ member: me, email: `new.${MARK}@example.test` }),
    now,
    now,
    `no ${MARK}`,
    null,
  )
  sql(
    insertJob,
    'mail.like',
    JSON.stringify({ liker: me, member: you }),
    now + 90 * DAY_MS,
    null,
    null,
    `mail.like ${me}`,
  )
  // A lease that ran out: a loop crashed while it ran the job.
  sql(`update jobs set leased_by = 'a crashed loop', leased_until = ? where kind = 'mail.like'`, now - 1)
  sql(
    `insert into dev_mails (job, recipient, subject, text, html, at) values (7, ?, ?, ?, ?, ?)`,
    member.email,
    `Hi ${MARK}`,
    `Hi ${MARK}`,
    `Hi ${MARK}`,
    now,
  )
  await payFor(server, me, you)
  sql(`update payments set domain = 'other.test' where user_id = ?`, me)
  return { member, partner, hashes: { own, shared, sent, received } }
}

/** A refunded purchase with a personal code, an open purchase, and a complete direct debit. */
const payFor = async (server: TestServer, me: number, you: number): Promise<void> => {
  const { sql, clock, db } = server
  const now = clock.now()
  await addCode(server, `FOR ${MARK}`, {
    valuePercentage: 25,
    minimumOrderValue: 500,
    country: 'IT',
    userId: me,
    expires: now + DAY_MS,
    currency: 'EUR',
    validity: 'once',
    paymentmethods: ['paypal', 'directdebit'],
  })
  await addCode(server, 'SUMMER')
  const payment = addPayment(server, me, {
    status: 'refunded',
    amount: 749,
    discountCode: `FOR ${MARK}`,
    discountPercentage: 25,
    remember: true,
    repeated: true,
    invoice: 1,
    withdrawnAt: now,
    creditsTaken: 7,
    refunded: 349,
    refundedThere: 349,
    refundedOtherwise: 1,
    refundRefusedAt: now,
    refundRefusal: 'refused',
    readThereAt: now,
    chargedBackThere: 2,
    chargedBackWon: 1,
    buyerName: `Mia ${MARK}`,
    buyerEmail: `${MARK}@before.test`,
    seller: 1,
    endedThere: true,
    beginAt: now,
    beginVersion: '2026-11-22',
    beginLanguage: 'it',
  })
  const open = addPayment(server, me, {
    status: 'pending',
    checkoutUrl: `https://pay.test/${MARK}`,
    discountCode: 'SUMMER',
    failure: 'declined',
    payerCustomer: `cst_${MARK}`,
    payerMandate: `mdt_${MARK}`,
    createdAt: now + 1,
  })
  addPayment(server, you, { invoice: 2 })
  sql(
    `insert into payment_transitions (payment, before, after, by, at) values (?, 'completed', 'refunded', 'member', ?),
    (?, 'created', 'pending', 'server', ?)`,
    payment,
    now,
    open,
    now,
  )
  await db
    .insert(storedMethods)
    .values({
      userId: me,
      provider: 'sandbox',
      customer: `customer ${MARK}`,
      mandate: `mandate ${MARK}`,
      method: 'creditcard',
      label: `card of ${MARK}`,
      credits: 15,
      at: now,
    })
    .run()
  await db
    .insert(directDebits)
    .values({
      id: '0189f0aa-0000-7000-8000-00000000dd01',
      userId: me,
      credits: 15,
      amount: 749,
      currency: 'EUR',
      discountCode: `FOR ${MARK}`,
      accountHolder: `Mia ${MARK}`,
      iban: `IT00 ${MARK}`,
      street: `${MARK} street`,
      houseNumber: `1 ${MARK}`,
      zip: `2 ${MARK}`,
      city: `${MARK} city`,
      phone: `+39 ${MARK}`,
      mandate: `VIS-${MARK}`,
      codeHash: 'hash of a code',
      failures: 1,
      createdAt: now,
      confirmedAt: now,
    })
    .run()
  sql(`insert into bookings values (1, 'refund', ?, -349, -63, ?, 1, 'refund of the desk')`, payment, now)
  sql(
    `insert into desk_refunds values ('refund of the desk', ?, 1, 'unspent', 'withdrawal', 349, 7, ?, ?, ?, 'refused')`,
    payment,
    now,
    now,
    now,
  )
  sql(`insert into chargebacks values (?, 1, ?, ?, 'allow', 1, ?)`, payment, now, now, now)
  sql(
    `insert into desk_approvals values (1, 'refund', ?, ?, 'amount', 'mistake', 349, 'EUR', 7, ?, 1, ?, ?, 2, 1, ?)`,
    LIFE_ID,
    payment,
    `A request about ${MARK}`,
    now,
    now,
    `An answer about ${MARK}`,
  )
  sql('update discount_codes set campaign = 1')
  sql('insert into dev_sms (job, recipient, text, at) values (8, ?, ?, ?)', `+39 ${MARK}`, `Code ${MARK}`, now)
  sql(`insert into blocked_payers values ('iban', 'hash of an account', ?)`, now)
  sql(`insert into sandbox_payments values ('sandbox of nobody', '{"status":"paid"}')`)
}
