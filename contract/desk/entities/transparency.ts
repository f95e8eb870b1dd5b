/** The yearly transparency report without personal data [DESK-15], as DSA art. 15 and 24 ask for it. */
import * as v from 'valibot'
import { DECISION_KINDS } from '../../entities/safety.ts'
import { Count } from '../../fields.ts'
import { DECISION_SOURCES } from './decision.ts'

/** Milliseconds, or null without a case. */
const Median = v.nullable(v.number())

export const TransparencyReport = v.object({
  year: v.number(),
  /** Decisions that stood at least until their statement left. */
  decisions: v.array(
    v.object({
      kind: v.picklist(DECISION_KINDS),
      reason: v.string(),
      source: v.picklist(DECISION_SOURCES),
      total: Count,
    }),
  ),
  decisions_total: Count,
  /** From the arrival of the first report to the decision. */
  decision_median_ms: Median,
  /** Letters of each kind by their outcome. */
  letters: v.array(
    v.object({
      kind: v.picklist(['complaint', 'report', 'appeal', 'notice']),
      reason: v.nullable(v.string()),
      received: Count,
      upheld: Count,
      dismissed: Count,
    }),
  ),
  notice_median_ms: Median,
  appeals: v.object({ received: Count, upheld: Count, dismissed: Count, waiting: Count }),
  /** Findings of automatic checks, and those with which a person agreed. */
  flags: v.object({ raised: Count, upheld: Count, dismissed: Count }),
})
export type TransparencyReport = v.InferOutput<typeof TransparencyReport>
