/** Requests of the desk about fictional profiles, to their use cases [DESK-14]. */
import { fictionalCalls } from '#contract/desk/calls/fictional.ts'
import { PHOTO_TYPE } from '../../adapters/file-store.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk } from '../../http/desk-reply.ts'
import { sessionOfStaff } from '../../http/desk-caller.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { fileHeaders } from '../../http/security-headers.ts'
import type { Intake } from '../photos/intake.ts'
import {
  addFictional,
  addFictionalPhoto,
  changeFictional,
  orderFictionalPhotos,
  pauseFictional,
  removeFictionalPhoto,
} from './fictional-acts.ts'
import {
  fictionalChoices,
  fictionalConversations,
  fictionalPage,
  fictionalPhotoFile,
  fictionalProfile,
  openFictional,
} from './fictional.ts'
import { isHttps } from '../../http/session-cookie.ts'

export const fictionalRoutes = (deps: Deps, intake: Intake): Pick<DeskHandlers, keyof typeof fictionalCalls> => ({
  'fictional.list': ({ query }) => fictionalPage(deps, query),
  'fictional.choices': async ({ query }) => fictionalChoices(deps, query),
  'fictional.get': ({ params }) => fictionalProfile(deps, params.id),
  'fictional.add': ({ body }, staff) => addFictional(deps, staff, body),
  'fictional.change': async ({ params: { id }, body }, staff) =>
    (await changeFictional(deps, staff, id, body)) ?? fictionalProfile(deps, id),
  'fictional.pause': async ({ params: { id }, body }, staff) =>
    (await pauseFictional(deps, staff, id, body)) ?? fictionalProfile(deps, id),
  'fictional.add_photo': async ({ params: { id }, query }, staff, c) => {
    const { upload } = fictionalCalls['fictional.add_photo']
    const photo = { id, clientId: query.client_id }
    const uploader = { id, isIn: async () => (await sessionOfStaff(deps, staff.sessionHash))?.state === 'in' }
    const refused = await intake(c, uploader, upload, (receive) => addFictionalPhoto(deps, staff, photo, receive))
    return refused ?? fictionalProfile(deps, id)
  },
  'fictional.order_photos': async ({ params: { id }, body }, staff) =>
    (await orderFictionalPhotos(deps, staff, id, body.ids)) ?? fictionalProfile(deps, id),
  'fictional.remove_photo': async ({ params: { id, photo } }, staff) =>
    (await removeFictionalPhoto(deps, staff, { id, photo })) ?? fictionalProfile(deps, id),
  'fictional.photo': async ({ params: { id, photo, size } }, _, c) => {
    const bytes = await fictionalPhotoFile(deps, { id, photo, size })
    if (!bytes) return refuseDesk('not_found')
    const headers = fileHeaders(isHttps(deps.env))
    return c.body(new Uint8Array(bytes), 200, { ...headers, 'content-type': PHOTO_TYPE, 'cache-control': 'no-store' })
  },
  'fictional.conversations': ({ params }) => fictionalConversations(deps, params.id),
  'fictional.open': ({ params, body }, staff) =>
    openFictional(deps, staff.id, { profile: params.id, member: params.member, reason: body.reason }),
})
