/** Requests of the desk about members, to their use cases [DESK-11]. */
import type { DeskMember, memberCalls } from '#contract/desk/members.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { deskMemberOf } from './member-view.ts'
import {
  addNote,
  askAuthorityExport,
  correctMail,
  decideAuthorityExport,
  deleteForMember,
  downloadAuthorityExport,
  endSessionsOf,
  exportForMember,
  findMembers,
  forceReset,
  holdEvidence,
  resendActivation,
  showContact,
  unlock,
} from './members.ts'

export const memberRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof memberCalls> => {
  const shown = async (id: number): Promise<DeskMember | DeskRefusal> =>
    (await deskMemberOf(deps, id)) ?? refuseDesk('not_found')

  return {
    'members.find': ({ query }, staff) => findMembers(deps, staff, query),
    'members.get': ({ params }) => shown(params.id),
    'members.add_note': async ({ params: { id }, body }, staff) => (await addNote(deps, staff, id, body)) ?? shown(id),
    'members.show': ({ params, body }, staff) => showContact(deps, staff, params.id, body),
    'members.end_sessions': async ({ params: { id }, body }, staff) =>
      (await endSessionsOf(deps, staff, id, body)) ?? shown(id),
    'members.force_reset': async ({ params: { id }, body }, staff) =>
      (await forceReset(deps, staff, id, body.reason)) ?? shown(id),
    'members.correct_mail': async ({ params: { id }, body }, staff) =>
      (await correctMail(deps, staff, id, body)) ?? shown(id),
    'members.unlock': async ({ params: { id }, body }, staff) =>
      (await unlock(deps, staff, id, body.reason)) ?? shown(id),
    'members.resend': async ({ params: { id }, body }, staff) =>
      (await resendActivation(deps, staff, id, body.reason)) ?? shown(id),
    'members.delete': async ({ params: { id }, body }, staff) =>
      (await deleteForMember(deps, staff, id, body.reason)) ?? shown(id),
    'members.hold': async ({ params: { id }, body }, staff) => (await holdEvidence(deps, staff, id, body)) ?? shown(id),
    'members.export': ({ params, body }, staff) => exportForMember(deps, staff, params.id, body.reason),
    'authority_exports.ask': ({ params, body }, staff) => askAuthorityExport(deps, staff, params.id, body.reason),
    'authority_exports.decide': ({ params, body }, staff) => decideAuthorityExport(deps, staff, params.id, body),
    'authority_exports.download': ({ params }, staff) => downloadAuthorityExport(deps, staff, params.id),
  }
}
