/** Requests of the desk about announcements, to their use cases [DESK-14]. */
import type { announcementCalls } from '#contract/desk/calls/announcements.ts'
import { audienceOf } from '#contract/desk/entities/announcement.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk } from '../../http/desk-reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { reachOf, stopAnnouncement } from '../notices/announce-to-all.ts'
import { addDraft, discardDraft, draftOf, saveDraft, sendDraft, testDraft } from './announcement-drafts.ts'
import { formOf, listAnnouncements, mailPage, previewOf, sentOf } from './announcements-view.ts'

export const announcementRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof announcementCalls> => {
  const { notices } = deps.read
  const draftForm = async (id: number) => (await notices.draft(id))?.row.form
  const sentForm = async (id: string) => {
    const row = await notices.announcement(id)
    return row && formOf(row)
  }
  return {
    'announcements.list': () => listAnnouncements(deps),
    'announcements.countries': async () => ({ countries: deps.settings().countries }),
    'announcements.reach': ({ body }) => reachOf(deps, { about: body.kind, audience: audienceOf(body) }),
    'announcements.get': async ({ params }) => {
      const row = await notices.announcement(params.id)
      if (!row) return refuseDesk('not_found')
      const by = row.staff === null ? null : ((await deps.read.staff.byId(row.staff))?.name ?? null)
      return { announcement: await sentOf(deps, row, by), form: formOf(row) }
    },
    'announcements.preview': async ({ params }) => {
      const form = await sentForm(params.id)
      return form ? previewOf(form, params.language) : refuseDesk('not_found')
    },
    'announcements.mail': async ({ params }, { name }) => {
      const form = await sentForm(params.id)
      return form ? mailPage(deps, form, params.language, name) : refuseDesk('not_found')
    },
    'announcements.stop': async ({ params, body }, staff) => {
      switch (await stopAnnouncement(deps, params.id, { staff: staff.id, reason: body.reason })) {
        case 'done':
          return {}
        case 'same':
          return refuseDesk('changed_meanwhile')
        case 'not_found':
          return refuseDesk('not_found')
      }
    },
    'announcements.add': ({ body }, staff) => addDraft(deps, staff, body.form),
    'announcements.draft': async ({ params }) => {
      const row = await notices.draft(params.id)
      return row ? draftOf(row) : refuseDesk('not_found')
    },
    'announcements.save': ({ params, body }, staff) => saveDraft(deps, staff, { id: params.id, ...body }),
    'announcements.discard': async ({ params }, staff) => (await discardDraft(deps, staff, params.id)) ?? {},
    'announcements.draft_preview': async ({ params }) => {
      const form = await draftForm(params.id)
      return form ? previewOf(form, params.language) : refuseDesk('not_found')
    },
    'announcements.draft_mail': async ({ params }, { name }) => {
      const form = await draftForm(params.id)
      return form ? mailPage(deps, form, params.language, name) : refuseDesk('not_found')
    },
    'announcements.test': ({ params, body }, staff) => testDraft(deps, staff, { id: params.id, ...body }),
    'announcements.send': ({ params, body }, staff) =>
      sendDraft(deps, staff, { id: params.id, ...body, isService: false }),
    'announcements.send_service': ({ params, body }, staff) =>
      sendDraft(deps, staff, { id: params.id, ...body, isService: true }),
  }
}
