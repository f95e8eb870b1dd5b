/** Schemas that many calls share. */
import * as v from 'valibot'
import { GENDERS } from '../entities/profile.ts'
import { Counts, User } from '../entities/user.ts'
import { Id, IdText } from '../fields.ts'

export const Empty = v.object({})
export const ByProfile = v.object({ profile: IdText })
export const ById = v.object({ id: IdText })

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
