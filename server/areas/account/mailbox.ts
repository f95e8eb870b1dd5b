/** The mailbox behind an address: its aliases get the free credits once [GUARD-5]. An alias is an address of its own otherwise. */
import { createHmac } from 'node:crypto'
import { DAY_MS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'

/** How long after the erasure of an account its mailbox gets no free credits again, in days. */
const MAILBOX_KEPT_DAYS = 365

type Provider = {
  domain: RegExp
  /** The domain that stands for all domains of the provider which reach the same mailbox; left out, the address's own. */
  as?: string
  /** Characters that the provider ignores in a name. */
  ignores?: RegExp
  /** The character before a name that its owner made up; `+` everywhere. */
  tag?: string
  /** Characters that the provider takes for one another: all become the second. */
  same?: readonly [RegExp, string]
}

/** The rules that these providers publish. */
const PROVIDERS: readonly Provider[] = [
  { domain: /^(?:gmail|googlemail)\.com$/, as: 'gmail.com', ignores: /\./g },
  { domain: /^(?:icloud|me|mac)\.com$/, as: 'icloud.com' },
  { domain: /^(?:proton\.me|protonmail\.(?:com|ch)|pm\.me)$/, as: 'proton.me', ignores: /[._-]/g },
  // An owner of a Yahoo mailbox invents addresses of the form name-word; no name of an account contains a hyphen.
  { domain: /^(?:yahoo\.[a-z]{2,3}(?:\.[a-z]{2})?|ymail\.com|rocketmail\.com|myyahoo\.com)$/, tag: '-' },
  { domain: /^(?:yandex\.(?:com|ru|by|kz|ua|uz|com\.tr)|ya\.ru)$/, as: 'yandex.com', same: [/\./g, '-'] },
]

/** Fastmail delivers anything@name.fastmail.com to name@fastmail.com. */
const NAME_IN_DOMAIN = /^([^.]+)\.(fastmail\.(?:com|fm))$/

/** @param address in the spelling of `emailKey`. @returns the mailbox that gets its mails, as far as the providers' rules say */
export const mailboxOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  const [typed, domain] = [address.slice(0, at), address.slice(at + 1)]
  const [, name, provider] = NAME_IN_DOMAIN.exec(domain) ?? []
  if (name !== undefined && provider !== undefined) return `${name}@${provider}`
  const rules = PROVIDERS.find((one) => one.domain.test(domain))
  const plain = beforeTag(beforeTag(typed, '+'), rules?.tag ?? '+')
  const folded = plain
    .replaceAll(rules?.ignores ?? NOTHING, '')
    .replaceAll(...(rules?.same ?? ([NOTHING, ''] as const)))
  // A name of ignored characters alone is no mailbox of the provider.
  return `${folded === '' ? plain : folded}@${rules?.as ?? domain}`
}

const NOTHING = /(?!)/g

/** A name that begins with the character has no tag. */
const beforeTag = (name: string, tag: string): string => {
  const at = name.indexOf(tag)
  return at > 0 ? name.slice(0, at) : name
}

/** @param address in the spelling of `emailKey`. @returns a keyed hash: nobody can read the address back */
export const mailboxHash = ({ identityKey }: Pick<Deps, 'identityKey'>, address: string): string =>
  createHmac('sha256', identityKey())
    .update(`mailbox ${mailboxOf(address)}`)
    .digest('base64url')

/**
 * [CHAT-4] Adds the first credits once, even if called again, and once for all addresses of a mailbox, also after the
 * deletion of an account [GUARD-5].
 *
 * @param mailbox null for an account from before this rule
 */
export const giveFirstCredits = async (
  tx: Pick<Tx, 'account' | 'money'>,
  { member, mailbox }: { member: number; mailbox: string | null },
  amount: number,
  at: number,
): Promise<void> => {
  if (amount <= 0 || (mailbox !== null && !(await tx.account.claimMailbox(mailbox)))) return
  await tx.money.addEntry({ userId: member, amount, reason: 'signup', reference: 'signup', at })
}

/** The erasure of the account removes its address; the hash stays for a year. */
export const releaseMailbox = (tx: Pick<Tx, 'account'>, member: number, at: number): Promise<void> | void =>
  tx.account.expireMailbox(member, at + MAILBOX_KEPT_DAYS * DAY_MS)
