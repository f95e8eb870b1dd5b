/** The filter of the audit as the address of its page, so that a link can lead to a member's rows. */
import type { DeskInput } from '#contract/desk/calls.ts'
import { AUDIT_ACTS, type AuditAct } from '#contract/desk/entities/audit.ts'

type Query = NonNullable<DeskInput<'audit.list'>['query']>

export type AuditFilter = {
  isToday: boolean
  /** The id of a colleague, or empty for everybody. */
  staff: string
  act: AuditAct | null
  /** Only looks into what is covered. */
  isOpenings: boolean
  /** The id of a member, or empty. */
  member: string
  /** The page begins below this row; empty for the newest. */
  before: string
}

const DIGITS = /^\d{1,15}$/
const idOf = (text: string | null): string => (text !== null && DIGITS.test(text) ? text : '')

export const filterOf = (search: string): AuditFilter => {
  const parameters = new URLSearchParams(search)
  return {
    isToday: parameters.has('today'),
    staff: idOf(parameters.get('staff')),
    act: AUDIT_ACTS.find((act) => act === parameters.get('act')) ?? null,
    isOpenings: parameters.has('openings'),
    member: idOf(parameters.get('member')),
    before: idOf(parameters.get('before')),
  }
}

export const pathOf = ({ isToday, staff, act, isOpenings, member, before }: AuditFilter): string => {
  const parameters = new URLSearchParams({
    ...(isToday && { today: '1' }),
    ...(staff !== '' && { staff }),
    ...(act !== null && { act }),
    ...(isOpenings && { openings: '1' }),
    ...(member !== '' && { member }),
    ...(before !== '' && { before }),
  })
  return parameters.size === 0 ? '/audit' : `/audit?${parameters.toString()}`
}

/** @param now in ms; "today" begins at midnight of this device */
export const queryOf = ({ isToday, staff, act, isOpenings, member, before }: AuditFilter, now: number): Query => ({
  ...(isToday && { since: String(new Date(now).setHours(0, 0, 0, 0)) }),
  ...(staff !== '' && { staff }),
  ...(act !== null && { act }),
  ...(isOpenings && { openings: '1' }),
  ...(member !== '' && { subject_kind: 'member', subject: member }),
  ...(before !== '' && { before }),
})
