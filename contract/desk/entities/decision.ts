/** Decisions of the desk about a member [DESK-7]. */
import * as v from 'valibot'
import type { ReportReason } from '../../entities/safety.ts'

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
