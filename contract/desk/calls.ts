/**
 * The table of the desk's calls, apart from the members' table so that nothing of it reaches a member's bytes [DESK-16].
 * It is also the only table that says which role may make which call [DESK-2].
 */
import { callMatcher, pathOf, type AnswerOf, type InputOf, type ParsedOf } from '../call.ts'
import type { DeskCall } from './call.ts'
import { announcementCalls } from './calls/announcements.ts'
import { answerCalls } from './calls/answers.ts'
import { auditCalls } from './calls/audit.ts'
import { caseCalls } from './calls/cases.ts'
import { codeCalls } from './calls/codes.ts'
import { fictionalCalls } from './calls/fictional.ts'
import { liveCalls } from './calls/live.ts'
import { moneyDeskCalls } from './calls/money.ts'
import { numbersCalls } from './calls/numbers.ts'
import { queueCalls } from './calls/queue.ts'
import { memberCalls } from './calls/members.ts'
import { settingsCalls } from './calls/settings.ts'
import { staffCalls } from './calls/staff.ts'

// Written out, since the compiler cannot infer a type of this size.
type DeskCalls = typeof staffCalls &
  typeof auditCalls &
  typeof answerCalls &
  typeof memberCalls &
  typeof liveCalls &
  typeof queueCalls &
  typeof caseCalls &
  typeof moneyDeskCalls &
  typeof numbersCalls &
  typeof settingsCalls &
  typeof codeCalls &
  typeof announcementCalls &
  typeof fictionalCalls

export const deskCalls: DeskCalls = {
  ...staffCalls,
  ...auditCalls,
  ...answerCalls,
  ...memberCalls,
  ...liveCalls,
  ...queueCalls,
  ...caseCalls,
  ...moneyDeskCalls,
  ...numbersCalls,
  ...settingsCalls,
  ...codeCalls,
  ...announcementCalls,
  ...fictionalCalls,
}

export type DeskCallName = keyof typeof deskCalls

/** An entry with its general type, for code that handles all calls alike. */
export const deskCallOf = (name: DeskCallName): DeskCall => deskCalls[name]

export const matchDeskCall = callMatcher<DeskCallName>(deskCalls)

/** `/api/desk/…` of a call with its parameters filled in. */
export const deskPathOf = (call: DeskCall, params?: Record<string, string | number>): string =>
  pathOf({ path: `desk/${call.path}` }, params)

/** The input of a call as the caller writes it. */
export type DeskInput<Name extends DeskCallName> = InputOf<DeskCalls[Name]>

/** The input of a call as the handler receives it, parsed. */
export type DeskParsed<Name extends DeskCallName> = ParsedOf<DeskCalls[Name]>

export type DeskAnswer<Name extends DeskCallName> = AnswerOf<DeskCalls[Name]>
