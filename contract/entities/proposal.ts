/** The proposals of the match finder, with their reasons [FIND-5]. */
import * as v from 'valibot'
import { DISTANCE_BANDS } from '../rules/distance.ts'
import { orNewer } from '../newer.ts'
import { INTERESTS, ProfileCard } from './profile.ts'

/** A reason for a proposal; the strongest reason comes first. */
export const MatchReason = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('interests'), interests: v.array(v.picklist(INTERESTS)) }),
    v.object({ kind: v.literal('near'), distance: v.picklist(DISTANCE_BANDS) }),
    v.object({ kind: v.literal('same_region') }),
    v.object({ kind: v.literal('age') }),
    /** Each matches what the other looks for; only if both have consented [ACC-18]. */
    v.object({ kind: v.literal('mutual') }),
    v.object({ kind: v.literal('active') }),
  ],
  orNewer({}),
)
export type MatchReason = v.InferOutput<typeof MatchReason>

export const Proposal = v.object({ profile: ProfileCard, reasons: v.array(MatchReason) })
export type Proposal = v.InferOutput<typeof Proposal>
