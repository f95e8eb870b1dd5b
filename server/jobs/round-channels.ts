/** The channels of the daily round: mail and push, each if the member wants it, and each with a pause of its own. */
import type { Preference } from '#contract/entities/member-settings.ts'
import { wantsMail, wantsPush } from '../areas/notices/person.ts'
import type { Deps } from '../deps.ts'
import type { NewJob } from './kinds.ts'

export type RoundMember = Awaited<ReturnType<Deps['read']['notices']['memberPage']>>[number]
type Way = 'mail' | 'push'

export const waysOf = (member: RoundMember, preference: Preference): Way[] => [
  ...(wantsMail(member, preference) ? (['mail'] as const) : []),
  ...(member.hasDevice && wantsPush(member, preference) ? (['push'] as const) : []),
]

/** Adds the job, unless one with this key was added less than `pauseMs` ago. */
export const addOnce = ({ write, now }: Deps, key: string, pauseMs: number, job: NewJob): Promise<void> =>
  write(async (tx) => {
    if (!(await tx.notices.once(key, now(), pauseMs))) return
    await tx.jobs.add({ ...job, uniqueKey: key }, now())
    tx.jobWaits()
  })
