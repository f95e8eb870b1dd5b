/** Restores an account within 14 days [ACC-12]. The link came by mail, so using it also proves the address. */
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { confirmAddress } from '../account/confirm.ts'
import { beginSession, type Entered, type Origin } from '../account/session.ts'

export const reactivate = (deps: Deps, link: string, from: Origin): Promise<Entered | Refusal> =>
  deps.write(async (tx) => {
    const now = deps.now()
    const used = await tx.account.useToken(hashToken(link), 'reactivate', now)
    if (!used || !(await tx.leaving.comeBack(used.member, now - REACTIVATION_DAYS * DAY_MS)))
      return refuse('link_invalid')
    const { member } = used
    await tx.leaving.forgetLinks(member)
    await confirmAddress(tx, deps, member)
    await tx.notices.refreshSearchable(member, now)
    tx.happened('account_restored')
    return beginSession(tx, deps, member, from)
  })
