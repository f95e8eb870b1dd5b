/** The unsubscribe link of a kind of mail (RFC 8058). It can be used repeatedly, for as long as people keep mails. */
import { createHmac } from 'node:crypto'
import { CHANNELS_OF, PREFERENCES, type Preference } from '#contract/entities/member-settings.ts'
import { DAY_MS } from '#contract/limits.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import type { Deps } from '../../deps.ts'
import { publicUrl } from '../../env.ts'
import { hashToken } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { memberSettingsOf } from '../account/user-view.ts'
import { announce } from '../feed/announce.ts'
import { differenceOf } from './change-settings.ts'

const LIFE_MIN_MS = 180 * DAY_MS
/** Renewed links live for longer, so that most mails cost no write. */
const LIFE_MAX_MS = 210 * DAY_MS

/**
 * The link of all mails of one kind to a member: a GET leads to a page that asks, a POST unsubscribes. With a token for each mail, tokens
 * became the largest table of a site within half a year.
 */
export const unsubscribeLink = async (
  deps: Pick<Deps, 'read' | 'write' | 'now' | 'identityKey' | 'env'>,
  member: number,
  preference: Preference,
): Promise<string> => {
  const token = createHmac('sha256', deps.identityKey())
    .update(`unsubscribe ${member} ${preference}`)
    .digest('base64url')
  const [hash, now] = [hashToken(token), deps.now()]
  if ((await deps.read.notices.unsubscribeLink(hash, now + LIFE_MIN_MS)) === undefined)
    await deps.write((tx) =>
      tx.account.replaceToken({
        hash,
        userId: member,
        kind: 'unsubscribe',
        data: preference,
        expiresAt: now + LIFE_MAX_MS,
      }),
    )
  return `${publicUrl(deps.env)}/api/unsubscribe?token=${token}`
}

/** The preference of a link, for the page that asks [PROF-9]; null if the link is invalid. */
export const unsubscribeSubject = async (
  { read, now }: Pick<Deps, 'read' | 'now'>,
  token: string,
): Promise<Preference | null> => {
  const link = await read.notices.unsubscribeLink(hashToken(token), now())
  return PREFERENCES.find((name) => name === link?.preference) ?? null
}

/**
 * Switches off the mail of that preference, and stores that the member unsubscribed. The app shows that [PROF-12], and
 * only mails that the account needs are sent until the member enables mail again.
 */
export const unsubscribe = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  token: string,
): Promise<Record<string, never> | Refusal> =>
  write(async (tx) => {
    const link = await tx.notices.unsubscribeLink(hashToken(token), now())
    const preference = PREFERENCES.find((name) => name === link?.preference)
    const row = link && (await tx.account.own(link.member))
    if (!link || !preference || !row) return refuse('link_invalid')

    const before = memberSettingsOf(row.user.settings, row.sensitiveConsentAt)
    const isOn = CHANNELS_OF[preference].includes('mail') && before.notifications[preference].mail
    if (isOn) {
      const after = withChange(before, { notifications: { [preference]: { mail: false } } })
      await tx.notices.setSettings(link.member, differenceOf(after))
    }
    const isNew = await tx.notices.disableMail(link.member, 'listunsubscribe')
    if (isOn || isNew) await announce(tx, link.member, 'user', 0)
    return {}
  })
