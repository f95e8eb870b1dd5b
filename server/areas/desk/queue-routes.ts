/** Requests of the desk about the queue and photos, to their use cases. */
import type { queueCalls } from '#contract/desk/calls/queue.ts'
import type { StaffRole } from '#contract/desk/roles.ts'
import { kindsOf } from '#contract/desk/severity.ts'
import { moneyOf } from '#contract/desk/subject.ts'
import { PHOTO_TYPE } from '../../adapters/file-store.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk } from '../../http/desk-reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { fileHeaders } from '../../http/security-headers.ts'
import { decidePhoto, photoFile, showPhoto, undoPhoto, waitingPhotos } from './photos.ts'
import { claimRow, countQueue, listQueue, releaseRow, type StaffNames } from './queue.ts'
import { isHttps } from '../../http/session-cookie.ts'

export const namesIn =
  ({ read }: Pick<Deps, 'read'>): StaffNames =>
  async (ids) => {
    const names = new Map<number, string>()
    for (const id of new Set(ids)) names.set(id, (await read.staff.byId(id))?.name ?? '')
    return names
  }

/** Money is no row of a moderator, and all else is no row of finance. */
const mayWorkOn = (subject: string, role: StaffRole): boolean =>
  kindsOf(role).includes(moneyOf(subject) === null ? 'report' : 'approval')

export const queueRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof queueCalls> => {
  const namesOf = namesIn(deps)
  return {
    'queue.list': ({ query }, { id, role }) =>
      listQueue(deps, id, namesOf, { filter: query.filter, after: query.after ?? null, kinds: kindsOf(role) }),
    'queue.counts': (_, { id, role }) => countQueue(deps, id, kindsOf(role)),
    'queue.claim': async ({ body }, { id: staff, role }) => {
      if (!mayWorkOn(body.subject, role)) return refuseDesk('not_found')
      const claimed = await claimRow(deps, { staff, subject: body.subject, takeOver: body.take_over ?? null })
      if (!('error' in claimed)) return { case: claimed.case, until: claimed.until }
      const by = (await namesOf([claimed.by])).get(claimed.by) ?? ''
      return refuseDesk('claimed_by_other', { by, until: claimed.until })
    },
    'queue.release': async ({ body }, { id: staff }) => ({
      released: await releaseRow(deps, { staff, subject: body.subject }),
    }),
    'photos.list': ({ query }, { id }) => waitingPhotos(deps, id, query.after ?? 0),
    'photos.file': async ({ params }, { id }, c) => {
      const bytes = await photoFile(deps, id, params.id, params.size)
      if (!bytes) return refuseDesk('not_found')
      const headers = fileHeaders(isHttps(deps.env))
      return c.body(new Uint8Array(bytes), 200, { ...headers, 'content-type': PHOTO_TYPE, 'cache-control': 'no-store' })
    },
    'photos.show': async ({ params }, { id }) => (await showPhoto(deps, id, params.id)) ?? refuseDesk('not_found'),
    'photos.approve': async ({ params }, { id }) => {
      const until = await decidePhoto(deps, id, params.id, { approved: true })
      return typeof until === 'number' ? { undo_until: until } : refuseDesk(until)
    },
    'photos.reject': async ({ params, body }, { id }) => {
      const until = await decidePhoto(deps, id, params.id, { approved: false, ...body })
      return typeof until === 'number' ? { undo_until: until } : refuseDesk(until)
    },
    'photos.undo': async ({ params }, { id }) => {
      const answer = await undoPhoto(deps, id, params.id)
      return answer === 'not_found' ? refuseDesk('not_found') : { undone: answer === 'done' }
    },
  }
}
