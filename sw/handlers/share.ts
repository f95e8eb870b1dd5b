/**
 * Receives what another app shares with this one [PWA-9]. It arrives as a form, posted as a navigation, and stays on
 * the device until the member chooses a target. Nothing is sent to the network.
 */
import { SHARE_FILES, SHARE_PATH, SHARE_PLACE, SHARE_WORDS } from '#contract/device.ts'
import { PHOTO_BYTES_MAX, SHARED_MAX, SHARED_WORDS_MAX } from '#contract/limits.ts'
import type { Device } from '../device.ts'
import { dropDrafts, storeDrafts, type NewDraft } from '../store/drafts.ts'
import type { DraftRow } from '../store/member-db.ts'
import { isFull } from '../storage.ts'
import type { DeviceSession } from '../store/session.ts'

export const isShare = ({ method, url }: Request, origin: string): boolean =>
  method === 'POST' && url.split('?')[0] === origin + SHARE_PATH

/** Always redirects to the screen that shows the shared files or says why there are none. */
export const takeShare = async (device: Device, request: Request): Promise<Response> => {
  const to = (query = ''): Response =>
    new Response(null, { status: 303, headers: { location: device.ports.origin + SHARE_PATH + query } })
  // The form of another site would replace what the member has shared. The system's own share menu has no page that led here.
  if (isFromOtherSite(request, device.ports.origin)) return to()
  try {
    const form = await request.formData()
    // A form without a chosen file contains an empty file without a name.
    const files = form
      .getAll(SHARE_FILES)
      .filter((file): file is File => typeof file !== 'string' && file.name + file.size !== '0')
    const drafts = await Promise.all(files.slice(0, SHARED_MAX).map((file, index) => draftOf(device, file, index)))
    const words = wordsOf(form)
    if (words !== '') drafts.push({ row: { ...rowOf(device, SHARED_MAX), text: words } })
    const session = await sessionIfKnown(device)
    if (!session) return to('?lost=1')
    await storeDrafts(session, drafts)
    // A new share replaces an unused earlier one, but only after it is stored.
    const ids = new Set(drafts.map(({ row }) => row.id))
    await dropDrafts(session, ({ place, id }) => place === SHARE_PLACE && !ids.has(id))
    device.ports.news(['device'])
    return to(files.length > SHARED_MAX ? '?more=1' : '')
  } catch (error) {
    return to(isFull(error) ? '?lost=full' : '?lost=1')
  }
}

/** A site can hide its address. Then the share screen asks, as always, and sends nothing by itself. */
const isFromOtherSite = ({ referrer }: Request, origin: string): boolean =>
  /^https?:/.test(referrer) && new URL(referrer).origin !== origin

/** Asks who is logged in before anything is stored. */
const sessionIfKnown = async ({ identity, sessions }: Device): Promise<DeviceSession | null> => {
  await identity.askIfUnknown()
  return (await sessions.shell.read()).known ? sessions.current() : null
}

/**
 * Refuses a file that is too large before it uses space. The page checks whether it is a photo and can show the
 * reason.
 */
const draftOf = async (device: Device, file: File, index: number): Promise<NewDraft> => {
  const row = { ...rowOf(device, index), name: file.name, bytes: file.size }
  if (file.size > PHOTO_BYTES_MAX) return { row: { ...row, error: 'photo_too_large' } }
  if (file.size === 0) return { row: { ...row, error: 'photo_broken' } }
  return { row, picture: { bytes: await file.arrayBuffer(), type: file.type } }
}

/** Builds a draft; `index` keeps the order in which the files were chosen. */
const rowOf = ({ ports }: Device, index: number): DraftRow => ({
  id: ports.newId(),
  place: SHARE_PLACE,
  at: ports.now() + index,
  name: '',
  bytes: 0,
})

/** Some apps repeat the address in the text, so repeated parts are left out. */
const wordsOf = (form: FormData): string =>
  SHARE_WORDS.map((field) => form.get(field))
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    .filter(
      (text, at, all) =>
        !all.some((other, place) => place !== at && (place < at || other !== text) && other.includes(text)),
    )
    .join('\n')
    .slice(0, SHARED_WORDS_MAX)
