/** News or an offer as a push, to members who want such pushes. */
import type { PushSender } from '../adapters/push.ts'
import { wantsPush } from '../areas/notices/person.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { deliver } from './push-deliver.ts'
import { payloadFor } from './push-payload.ts'

export const pushAnnouncement =
  (deps: Deps, push: PushSender) =>
  ({ announcement, member, at, endpoint }: JobPayload<'push.announcement'>): Promise<void> =>
    deliver(deps, push, {
      kind: 'announcement',
      recipient: member,
      endpoint,
      make: async (person) => {
        const row = await deps.read.notices.announcement(announcement)
        if (!row || row.expiresAt <= deps.now()) return null
        if (person.status !== 'active' || !wantsPush(person, row.about)) return null
        const { title, push: body } = row.texts[person.language]
        const topic = `n-${announcement}`
        const payload = await payloadFor(deps, person, { title, body, tag: topic, path: row.path, at, silent: true })
        return payload && { payload, topic, since: at }
      },
      again: (device, runAt) => ({
        kind: 'push.announcement',
        payload: { announcement, member, at, endpoint: device },
        runAt,
      }),
    })
