/** What many calls have in common. */
import * as v from 'valibot'
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
