/**
 * A scam bot, written against the public calls alone [GUARD-1] to [GUARD-5]: many accounts through aliases of one mailbox and disposable
 * mails, the same photo on each, and first messages with links, look-alike letters and spelled-out numbers to everybody. It confirms
 * its addresses, solves what is asked of it, and one of its accounts pays.
 */
import { callsOn } from './calls.ts'
import { signupForm, solve } from './forms.ts'
import { inboxOf, runJobs, tokenIn } from './post-office.ts'
import { picture, upload } from './photos.ts'
import type { TestMember } from './members.ts'
import type { TestServer } from './test-server.ts'

const ALIASES = Array.from({ length: 12 }, (_, place) => {
  const name = 'lovelyanna'
  return `${name.slice(0, 1 + (place % 9))}.${name.slice(1 + (place % 9))}+${place}@${place % 2 === 0 ? 'gmail' : 'googlemail'}.com`
})
const DISPOSABLE =
  'mailinator.com yopmail.com guerrillamail.com sharklasers.com 10minutemail.com temp-mail.org tempmail.plus trashmail.com'
    .split(' ')
    .map((domain) => `anna@${domain}`)
const PAYING = 'anna.pays@example.test'
const BOUGHT = 40

const TEXTS = [
  'Hi dear, I am rarely here, look at my private photos: www.anna-photos.top',
  'Hello my dear, write me on Teleɡram, my name there is sweet_anna92, kisses',
  'Hey! write me on WhаtsApp plus three nine, three four seven one two three four five six seven',
  'Ciao bello, scrivimi a anna (punto) bella (chiocciola) gmail (punto) com',
  'Hallo, meine Nummer ist null eins fünf eins zwei drei vier fünf sechs sieben acht',
  'I earn 500 a day with bitcoin, my uncle shows you how: btc-profit.top',
]

export type BotReport = {
  accounts: number
  /** The refusals of its calls, by code. */
  refusals: Record<string, number>
  /** Free credits that its accounts got. */
  freeCredits: number
  /** Proofs of work that it had to solve. */
  proofs: number
  recipients: { unwarned: number; warned: number; none: number }
  pushes: number
  mails: number
  /** Cases that wait for a person at the desk. */
  flags: number
}

type Site = {
  /** Runs before each signup and each upload, to switch off what no setting does. */
  between?: () => void
}

/** @param recipients those whom it writes to, as far as it gets */
export const runScamBot = async (
  server: TestServer,
  recipients: readonly TestMember[],
  { between = () => undefined }: Site = {},
): Promise<BotReport> => {
  const refusals: Record<string, number> = {}
  const refused = (code: string | undefined): boolean => {
    if (code !== undefined) refusals[code] = (refusals[code] ?? 0) + 1
    return code !== undefined
  }
  const accounts: TestMember[] = []
  let proofs = 0
  for (const email of [PAYING, ...ALIASES, ...DISPOSABLE]) {
    between()
    const { challenge, bits } = (await server.visitor('signup.challenge')).body
    if (challenge !== null) proofs += 1
    const body = {
      ...signupForm({ email, name: 'Anna' }),
      ...(challenge === null ? {} : { proof: solve(challenge, bits) }),
    }
    const joined = await server.visitor('signup', { body })
    if (refused(joined.error?.fields?.['email'] ?? joined.error?.error)) continue
    const cookie =
      joined.headers
        .getSetCookie()
        .find((one) => one.startsWith('session='))
        ?.split(';')[0] ?? ''
    const member = { id: joined.body.user?.id ?? 0, name: 'Anna', email, cookie, sessionHash: '' }
    const asked = await callsOn(server.app, cookie)('activation.send')
    if (refused(asked.error?.error)) continue
    await runJobs(server)
    const mail = inboxOf(server).findLast(({ recipient }) => recipient === email)
    await server.visitor('activation.use', { body: { token: tokenIn(mail, '/api/activate') } })
    accounts.push(member)
    between()
    const photo = await picture(640, 480, 7)
      .jpeg({ quality: 95 - accounts.length })
      .toBuffer()
    refused((await upload(server, member, photo)).error?.error)
  }
  const freeCredits = sum(
    server,
    `select coalesce(sum(amount), 0) as n from ledger where reason = 'signup' and user_id >= ?`,
    accounts,
  )
  const [payer] = accounts
  if (payer) await buy(server, payer)
  await runJobs(server)
  const before = pushesAndMails(server)

  let next = 0
  for (const account of accounts) {
    let failures = 0
    // An account that is refused twice in a row is burnt.
    while (next < recipients.length && failures < 2) {
      const text = TEXTS[next % TEXTS.length] ?? ''
      const client_id = server.deps.newId()
      const body = { client_id, profile: recipients[next]?.id ?? 0, type: 'text', text } as const
      const sent = await callsOn(server.app, account.cookie)('messages.send', { body })
      if (refused(sent.error?.error)) failures += 1
      else [next, failures] = [next + 1, 0]
    }
  }
  const after = pushesAndMails(server)
  const reached = { unwarned: 0, warned: 0, none: 0 }
  for (const recipient of recipients) {
    const last = (await server.as(recipient)('chats.get')).body.chats[0]?.last_message
    reached[last ? (last.warning ? 'warned' : 'unwarned') : 'none'] += 1
  }
  return {
    accounts: accounts.length,
    refusals,
    freeCredits,
    proofs,
    recipients: reached,
    pushes: after.pushes - before.pushes,
    mails: after.mails - before.mails,
    flags: (await server.deps.read.flags.openFlags(1_000)).length,
  }
}

const buy = (server: TestServer, { id }: TestMember): Promise<unknown> => {
  server.sql('update users set paid_user = 1 where id = ?', id)
  return server.deps.write((tx) =>
    tx.money.addEntry({ userId: id, amount: BOUGHT, reason: 'purchase', reference: 'bot', at: server.clock.now() }),
  )
}

const sum = (server: TestServer, statement: string, accounts: readonly TestMember[]): number =>
  Number(server.sql(statement, Math.min(...accounts.map(({ id }) => id)))[0]?.['n'] ?? 0)

/** Pushes and mails about messages that were ordered, whether a device or a mail server has taken them or not. */
const pushesAndMails = (server: TestServer): { pushes: number; mails: number } => {
  const count = (kind: string): number =>
    Number(server.sql('select count(*) as n from jobs where kind = ?', kind)[0]?.['n'])
  return { pushes: count('push.message'), mails: count('mail.new_conversation') }
}
