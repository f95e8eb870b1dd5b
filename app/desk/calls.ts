/** Makes the desk's calls: `/api/desk/…`, typed by the table of calls. */
import * as v from 'valibot'
import { deskCallOf, deskPathOf, type DeskAnswer, type DeskCallName, type DeskInput } from '#contract/desk/calls.ts'
import { isDeskErrorCode, type DeskErrorBody, type SettingFault } from '#contract/desk/errors.ts'
import { BACKGROUND_HEADER } from '#contract/desk/events.ts'
import type { PhotoSize } from '#contract/entities/photo.ts'
import { noteServerTime } from './clock.ts'
import { dateText, timeText } from './format.ts'
import { t, tCode } from './texts.ts'

/** An answer that is no success, or no answer at all. */
export type Failure = DeskErrorBody | { error: 'network_unavailable' } | { error: 'answer_unreadable' }

/** `etag` names the answer for a later read; a write has none. */
type Success<Name extends DeskCallName> = { ok: true; data: DeskAnswer<Name>; etag: string | null }

export type Answer<Name extends DeskCallName> = Success<Name> | { ok: false; failure: Failure }

type Options<Name extends DeskCallName = DeskCallName> = {
  signal?: AbortSignal
  /** An earlier answer to the same input. It is returned if the server has no newer one. */
  earlier?: Success<Name> | null
  /** The page makes the call by itself, so it does not count as use of the session. */
  isBackground?: boolean
  /** The file that is the body of the call. */
  file?: File
}

type Parts = { params?: Record<string, string | number>; query?: Record<string, string | undefined>; body?: unknown }

let watch: (failure: Failure) => void = () => {}

/** Sets the one listener for the failures of all calls, for the state of the session. */
export const watchFailures = (listener: (failure: Failure) => void): void => {
  watch = listener
}

export const call = async <Name extends DeskCallName>(
  name: Name,
  input: DeskInput<Name>,
  options: Options<Name> = {},
): Promise<Answer<Name>> => {
  const answer = await send(name, input, options)
  if (!answer.ok) watch(answer.failure)
  return answer
}

const send = async <Name extends DeskCallName>(
  name: Name,
  input: DeskInput<Name>,
  options: Options<Name>,
): Promise<Answer<Name>> => {
  try {
    const response = await request(name, input, options)
    return response.status === 304 && options.earlier ? options.earlier : await read(name, response)
  } catch {
    return { ok: false, failure: { error: 'network_unavailable' } }
  }
}

/** @throws if there is no answer */
const request = async <Name extends DeskCallName>(
  name: Name,
  input: DeskInput<Name>,
  { signal, isBackground = false, file, earlier }: Options<Name>,
): Promise<Response> => {
  const { body: json }: Parts = input
  const body = file ?? (json === undefined ? undefined : JSON.stringify(json))
  const response = await fetch(deskUrlOf(name, input), {
    method: deskCallOf(name).method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': file?.type ?? 'application/json' }),
      ...(isBackground && { [BACKGROUND_HEADER]: '1' }),
      ...(earlier?.etag && { 'if-none-match': earlier.etag }),
    },
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  })
  noteServerTime(response.headers.get('date'))
  return response
}

/** Saves a file under a name, as a tap on a download does. */
export const saveBlob = (file: Blob, fileName: string): void => {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click()
  URL.revokeObjectURL(address)
}

/** Makes a call that answers with a file, and saves the file on this device. @returns why it was refused, or null */
export const saveFile = async <Name extends DeskCallName>(
  name: Name,
  input: DeskInput<Name>,
  fileName: string,
): Promise<Failure | null> => {
  try {
    const response = await request(name, input, {})
    if (!response.ok) {
      const failure = failureOf(await response.json().catch(() => null))
      watch(failure)
      return failure
    }
    saveBlob(await response.blob(), fileName)
    return null
  } catch {
    return { error: 'network_unavailable' }
  }
}

/** The address of a call. A file and an event stream are opened by it. */
export const deskUrlOf = <Name extends DeskCallName>(name: Name, input: DeskInput<Name>): string => {
  const { params, query }: Parts = input
  const path = deskPathOf(deskCallOf(name), params)
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, value)
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

/** The address of a member's photo, as the desk sees it. */
export const photoUrl = (photo: number, size: PhotoSize = 'thumb'): string =>
  deskUrlOf('photos.file', { params: { id: String(photo), size } })

const read = async <Name extends DeskCallName>(name: Name, response: Response): Promise<Answer<Name>> => {
  const json: unknown = await response.json().catch(() => null)
  if (!response.ok) return { ok: false, failure: failureOf(json) }
  // A page of a proxy or of a hotel's network.
  if (json === null) return { ok: false, failure: { error: 'network_unavailable' } }
  const schema = deskCallOf(name).response
  if (typeof schema === 'string') return { ok: false, failure: { error: 'answer_unreadable' } }
  const parsed = v.safeParse(schema, json)
  // The entry's own schema has just parsed it; TypeScript cannot follow that through the name.
  if (parsed.success) return { ok: true, data: parsed.output as DeskAnswer<Name>, etag: response.headers.get('etag') }
  // The page is older than the server. A write has been done all the same.
  return { ok: false, failure: { error: 'answer_unreadable' } }
}

const hasCode = (json: unknown): json is DeskErrorBody =>
  typeof json === 'object' && json !== null && 'error' in json && isDeskErrorCode(json.error)

/** A body without a known error code comes from a proxy between the browser and the server: it cannot tell whether a write was done. */
const failureOf = (json: unknown): Failure => (hasCode(json) ? json : { error: 'network_unavailable' })

const OUTDATED: ReadonlySet<Failure['error']> = new Set([
  'claimed_by_other',
  'changed_meanwhile',
  'not_found',
  'not_possible',
])

/** Whether a refusal says that the page shows an older state: a colleague was faster, or the member was. */
export const isOutdated = ({ error }: Failure): boolean => OUTDATED.has(error)

export const failureText = (failure: Failure): string => {
  if (failure.error === 'network_unavailable' || failure.error === 'answer_unreadable')
    return tCode('error', failure.error)
  if (failure.faults && failure.faults.length > 0) return failure.faults.map(faultText).join(' ')
  const { by = '', until, minutes = 0, retry_after = 0, roles = [], line = 0, limit = 0, at, note = '' } = failure
  return tCode('error', failure.error, {
    by,
    until: until === undefined ? '' : timeText(until),
    minutes,
    seconds: retry_after,
    line,
    limit,
    note,
    when: at === undefined ? '' : `${dateText(at)}, ${timeText(at)}`,
    roles: roles.map((role) => tCode('role', role)).join(', '),
  })
}

const faultText = ({ path, rule, bound }: SettingFault): string => {
  const text = tCode('settingFault', rule, { bound })
  return path === '' ? text : t('settings.faultAt', { path, text })
}
