/** What many calls have in common. */
import * as v from 'valibot'
import { GENDERS } from '../entities/profile.ts'
import { Counts, User } from '../entities/user.ts'
import { IdText } from '../fields.ts'

export const Empty = v.object({})
export const ByProfile = v.object({ profile: IdText })
export const ById = v.object({ id: IdText })

/** Who is logged in. `revoked`: the session was ended elsewhere, and the device is to forget everything [ACC-16]. */
export const Session = v.object({
  user: v.nullable(User),
  counts: v.nullable(Counts),
  revoked: v.optional(v.literal(true)),
})

/**
 * Whom the member wants to meet, where they keep the answer on their device [ACC-19]: used for this answer and never
 * stored. Left out where they want to meet both, or have let the server store it.
 */
export const HeldWish = v.optional(v.picklist(GENDERS, 'invalid'))
