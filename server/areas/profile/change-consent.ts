/** Gives or withdraws a consent. A withdrawal deletes the data that needs it in the same transaction [ACC-18]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Interest } from '#contract/entities/profile.ts'
import type { Consent } from '#contract/entities/member-settings.ts'
import { clearedSensitive } from '#contract/rules/sensitive.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { userOf } from '../account/user-view.ts'
import { announce } from '../feed/announce.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'settings'>

export const changeConsent = async (
  deps: Needs,
  member: number,
  consent: Consent,
  given: boolean,
): Promise<CallAnswer<'consents.put'> | Refusal> => {
  const now = deps.now()
  await deps.write(async (tx) => {
    const row = await tx.account.own(member)
    if (!row) return
    const stands = row.sensitiveConsentAt !== null
    // A repeat changes nothing, so the time of the consent stays.
    if (given === stands) return
    if (given) await tx.profile.giveConsent(member, consent, now)
    else await withdraw(tx, member, consent, row.details.interests, now)
    await announce(tx, member, 'user', 0)
  })
  const user = await userOf(deps.read, member, now, deps.settings())
  return user ? { settings: user.settings, profile: user.profile } : refuse('not_found')
}

const withdraw = async (
  tx: Tx,
  member: number,
  consent: Consent,
  interests: readonly Interest[],
  now: number,
): Promise<void> => {
  await tx.profile.withdrawConsent(member, consent, now)
  await tx.profile.setDetails(member, clearedSensitive(interests))
}
