/** Decisions of the desk about a member [DESK-7]. */
import * as v from 'valibot'
import type { PhotoReason } from '../entities/photo.ts'
import type { ReportReason } from '../entities/safety.ts'
import { houseRuleOf } from '../rules/house-rules.ts'

/** The cause of a decision, as the transparency report counts it [DESK-15]. */
export const DECISION_SOURCES = ['report', 'notice', 'flag', 'own'] as const
export type DecisionSource = (typeof DECISION_SOURCES)[number]

/** The choices in a case. `none` closes its reports as unfounded. */
export const DECISION_ACTS = [
  'none',
  'warn',
  'remove_photo',
  'remove_text',
  'mute',
  'restrict',
  'suspend',
  'ban',
] as const
export const DecisionAct = v.picklist(DECISION_ACTS)
export type DecisionAct = (typeof DECISION_ACTS)[number]

/** Whether a decision finds that the member is a minor. Every other one ends a doubt about the age [GUARD-6]. */
export const findsMinor = ({ act, reason }: { act: DecisionAct; reason: ReportReason }): boolean =>
  reason === 'minor' && (act === 'restrict' || act === 'suspend' || act === 'ban')

/** The subject of a report or of a removal; both null for the profile. */
type Reported = { message: number | null; photo: number | null }

/**
 * Whether a decision acts on what a report says, unless the person who decides says otherwise: their grounds rest on the same
 * house rule, and a removal is about the reported photo or message, or the report about the whole profile (DSA art. 16(5)).
 */
export const actsOn = (
  report: Reported & { reason: string | null },
  decision: Reported & { act: DecisionAct; ground: ReportReason | PhotoReason },
): boolean => {
  const { act, ground, message, photo } = decision
  if (act === 'none' || houseRuleOf(report.reason ?? 'other').rule !== houseRuleOf(ground).rule) return false
  if (act !== 'remove_photo' && act !== 'remove_text') return true
  return (report.message ?? message) === message && (report.photo ?? photo) === photo
}
