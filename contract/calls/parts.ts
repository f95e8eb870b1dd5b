/** Schemas that many calls share. */
import * as v from 'valibot'
import { GENDERS } from '../entities/profile.ts'
import { Counts, User } from '../entities/user.ts'
import { Id, IdText } from '../fields.ts'

export const Empty = v.object({})
export const ByProfile = v.object({ profile: IdText })
export const ById = v.object({ id: IdText })

/**
 * The cursor of a device's page: the number of entries before it. A server gets one if the worker went away after the page before, and
 * answers its first page.
 */
const DEVICE_CURSOR = /^\d{1,7}$/

export const isDeviceCursor = (cursor: string): boolean => DEVICE_CURSOR.test(cursor)

/** `next` of the previous page. @param form the cursor of the server */
export const cursorOf = (form: RegExp) =>
  v.optional(v.pipe(v.string(), v.regex(new RegExp(`${DEVICE_CURSOR.source}|${form.source}`), 'invalid')))

/**
 * The logged-in member. `revoked`: the session was ended elsewhere, and the device must delete its data [ACC-16].
 * `parked`, which only the device answers: nobody is logged in, and the data of this member waits for their return.
 */
export const SessionAnswer = v.object({
  user: v.nullable(User),
  counts: v.nullable(Counts),
  revoked: v.optional(v.literal(true)),
  parked: v.optional(Id),
})

/**
 * The gender the member wants to meet, if they keep this answer only on their device [ACC-19]. It is used for this
 * request and never stored. Omitted if they want to meet both, or let the server store it.
 */
export const WantedGender = v.optional(v.picklist(GENDERS, 'invalid'))
