/** Account mails with a link: to activate the account, set a new password, confirm a new address, restore or lock an account. */
import {
  DAY_MS,
  HOUR_MS,
  MAIL_CHANGE_HOURS,
  MAIL_UNDO_DAYS,
  MINUTE_MS,
  REACTIVATION_DAYS,
  RESET_MINUTES,
} from '#contract/limits.ts'
import { activationLink } from '../areas/account/activation.ts'
import { deviceOf } from '../areas/account/device-of.ts'
import { emailKey } from '../areas/account/email-key.ts'
import { linkToken } from '../areas/account/links.ts'
import { noteNewAddress } from '../areas/account/mail-change.ts'
import { newToken } from '../areas/account/session.ts'
import { lockLink } from '../areas/desk/lock-link.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { hashToken } from '../http/caller.ts'
import { serverDate, serverDay, serverText, type ServerTextKey } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

/** [ACC-6] */
export const mailActivation =
  (deps: Deps, post: Post) =>
  async ({ member }: JobPayload<'mail.activation'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    if (person?.status !== 'not_confirmed') return
    const { language } = person
    await post.needed(job, person, {
      subject: serverText(language, 'mail.activation.subject'),
      paragraphs: [serverText(language, 'mail.activation.text', { site: deps.settings().name })],
      button: { text: serverText(language, 'mail.activation.button'), url: await activationLink(deps, member) },
      note: serverText(language, 'mail.activation.note'),
    })
  }

/** [ACC-9] */
export const mailReset =
  (deps: Deps, post: Post) =>
  async ({ member, forced = false }: JobPayload<'mail.reset'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    if (!person || !hasOpenAccount(person)) return
    const { language } = person
    const token = await linkToken(deps, { member, kind: 'reset', lifeMs: RESET_MINUTES * MINUTE_MS })
    await post.needed(job, person, {
      subject: serverText(language, 'mail.reset.subject'),
      paragraphs: [
        serverText(language, forced ? 'mail.reset.forced_text' : 'mail.reset.text', { site: deps.settings().name }),
      ],
      button: {
        text: serverText(language, 'mail.reset.button'),
        url: `${publicUrl(deps.env)}/reset-password/do?token=${token}`,
      },
      note: serverText(language, forced ? 'mail.reset.forced_note' : 'mail.reset.note'),
    })
  }

/** [ACC-11] to the new address, which becomes the member's only when the link is used. */
export const mailChange =
  (deps: Deps, post: Post) =>
  async ({ member, email }: JobPayload<'mail.mail_change'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    if (!person || !hasOpenAccount(person) || person.email === emailKey(email)) return
    const { language } = person
    const token = await changeToken(deps, member, email, job)
    if (token === null) return
    await post.needed(
      job,
      { ...person, email },
      {
        subject: serverText(language, 'mail.mail_change.subject'),
        paragraphs: [serverText(language, 'mail.mail_change.text', { site: deps.settings().name })],
        button: {
          text: serverText(language, 'mail.mail_change.button'),
          url: `${publicUrl(deps.env)}/mail-change/do?token=${token}`,
        },
        note: serverText(language, 'mail.mail_change.note'),
      },
    )
  }

/** A new password cancels an older change of address, even while its mail is being written. Then there is no link. */
const changeToken = (deps: Deps, member: number, email: string, job: number): Promise<string | null> => {
  const token = newToken(deps)
  return deps.write(async (tx) => {
    if (!(await tx.jobs.isWanted(job))) return null
    await tx.account.addToken({
      hash: hashToken(token),
      userId: member,
      kind: 'mail_change',
      data: emailKey(email),
      expiresAt: deps.now() + MAIL_CHANGE_HOURS * HOUR_MS,
    })
    await noteNewAddress(tx, member, emailKey(email), deps.now())
    return token
  })
}

/** [ACC-11] to the old address: the requested change, its time, and the link that ends or undoes it. */
export const mailChangeNotice =
  (deps: Deps, post: Post) =>
  async ({ member, email, at }: JobPayload<'mail.mail_change_notice'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    // Somebody who asked for the change may have asked for the deletion too: the link undoes both.
    if (!person || !(hasOpenAccount(person) || person.status === 'deleting')) return
    const { language } = person
    const { name: site, support_email: support } = deps.settings()
    const when = serverDate(language, at ?? deps.now(), 'minute', person.timeZone ?? 'UTC')
    await post.needed(
      job,
      { ...person, email },
      {
        subject: serverText(language, 'mail.mail_change_notice.subject'),
        paragraphs: [
          serverText(language, 'mail.mail_change_notice.text', { site, when }),
          serverText(language, 'mail.mail_change_notice.you'),
          serverText(language, 'mail.mail_change_notice.undo', { days: String(MAIL_UNDO_DAYS), support }),
        ],
        button: {
          text: serverText(language, 'mail.mail_change_notice.button'),
          url: `${publicUrl(deps.env)}/reset-password/do?token=${await undoToken(deps, member, email, at)}`,
        },
      },
    )
  }

/** Sets a new password, and the address back to `email` [ACC-11]. Counted from the request, so that a later change has a later end. */
const undoToken = (deps: Deps, member: number, email: string, at = deps.now()): Promise<string> =>
  linkToken(deps, {
    member,
    kind: 'mail_undo',
    lifeMs: at + MAIL_UNDO_DAYS * DAY_MS - deps.now(),
    data: email,
  })

const deviceText = (language: string, userAgent: string): string => {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter((part) => part !== '').join(', ') || serverText(language, 'mail.unknown_browser')
}

type AccessNotice = { member: number; at: number; device?: string }

/** The time of an act that opens the account, and what to do if someone else did it. Never to an address that nobody has confirmed. */
const accessNotice =
  (subject: ServerTextKey, text: ServerTextKey) =>
  (deps: Deps, post: Post) =>
  async ({ member, at, device: userAgent = '' }: AccessNotice, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    if (person?.status !== 'active') return
    const { language } = person
    const { name: site, support_email: support } = deps.settings()
    const when = serverDate(language, at, 'minute', person.timeZone ?? 'UTC')
    await post.needed(job, person, {
      subject: serverText(language, subject),
      paragraphs: [
        serverText(language, text, { site, when, device: deviceText(language, userAgent) }),
        serverText(language, 'mail.mail_change_notice.you'),
        serverText(language, 'mail.passkey_notice.not_you', { support }),
      ],
      button: {
        text: serverText(language, 'mail.passkey_notice.button'),
        url: `${publicUrl(deps.env)}/reset-password`,
      },
    })
  }

/** [ACC-10] */
export const passwordNotice = accessNotice('mail.password_notice.subject', 'mail.password_notice.text')

/** [ACC-20] */
export const passkeyNotice = accessNotice('mail.passkey_notice.subject', 'mail.passkey_notice.text')

/** [ACC-16] */
export const loginNotice = accessNotice('mail.login_notice.subject', 'mail.login_notice.text')

/** [ACC-12] with the link that restores the account, valid until the account is erased. */
export const mailDeletion =
  (deps: Deps, post: Post) =>
  async ({ member }: JobPayload<'mail.deletion'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    if (person?.status !== 'deleting' || person.deletingSince === null) return
    const { language, timeZone } = person
    const until = person.deletingSince + REACTIVATION_DAYS * DAY_MS
    const lifeMs = until - deps.now()
    if (lifeMs <= 0) return
    const token = await linkToken(deps, { member, kind: 'reactivate', lifeMs })
    await post.needed(job, person, {
      subject: serverText(language, 'mail.deletion.subject'),
      paragraphs: [
        serverText(language, 'mail.deletion.text', { site: deps.settings().name }),
        serverText(language, 'mail.deletion.until', { date: serverDay(language, until, timeZone) }),
      ],
      button: {
        text: serverText(language, 'mail.deletion.button'),
        url: `${publicUrl(deps.env)}/api/reactivate?token=${token}`,
      },
      note: serverText(language, 'mail.deletion.note'),
    })
  }

const hasOpenAccount = ({ status }: PersonRow): boolean => status === 'active' || status === 'not_confirmed'

const STAFF_TEXTS = {
  login: 'mail.staff.login',
  factor: 'mail.staff.factor',
  password: 'mail.staff.password',
} as const satisfies Record<JobPayload<'mail.staff'>['notice'], ServerTextKey>

/** Notifies a colleague of a login with a new device, or a changed factor or password, with the link that locks the account [DESK-1]. */
export const mailStaff =
  (deps: Deps, post: Post) =>
  async ({ staff, notice, device, language, at }: JobPayload<'mail.staff'>, job: number): Promise<void> => {
    const account = await deps.read.staff.byId(staff)
    if (account?.endedAt !== null) return
    const site = deps.settings().name
    const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
      at,
    )
    await post.needed(
      job,
      { email: account.mail, language, name: account.name },
      {
        subject: serverText(language, 'mail.staff.subject', { site }),
        paragraphs: [
          serverText(language, STAFF_TEXTS[notice], {
            site,
            time: `${time} UTC`,
            device: deviceText(language, device),
          }),
          serverText(language, 'mail.staff.text'),
        ],
        button: { text: serverText(language, 'mail.staff.button'), url: lockLink(deps, staff, at) },
      },
    )
  }
