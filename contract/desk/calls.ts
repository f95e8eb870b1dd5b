/**
 * The table of the desk's calls, apart from the members' table so that nothing of it reaches a member's bytes [DESK-16].
 * It is also the only table that says which role may make which call [DESK-2].
 */
import { callMatcher, pathOf, type AnswerOf, type InputOf, type ParsedOf } from '../call.ts'
import type { DeskCall } from './call.ts'
import { announcementCalls } from './announcements.ts'
import { answerCalls } from './answers.ts'
import { auditCalls } from './audit.ts'
import { caseCalls } from './case-calls.ts'
import { transparencyCalls } from './transparency.ts'
import { codeCalls } from './codes.ts'
import { fictionalCalls } from './fictional.ts'
import { liveCalls } from './events.ts'
import { memberMoneyCalls } from './member-money.ts'
import { booksCalls } from './books.ts'
import { numbersCalls } from './numbers.ts'
import { campaignCalls } from './campaigns.ts'
import { queueCalls } from './queue.ts'
import { photoCalls } from './photos.ts'
import { memberCalls } from './members.ts'
import { settingsCalls } from './settings.ts'
import { staffCalls } from './staff.ts'

// Written out, since the compiler cannot infer a type of this size.
type DeskCalls = typeof staffCalls &
  typeof auditCalls &
  typeof answerCalls &
  typeof memberCalls &
  typeof liveCalls &
  typeof queueCalls &
  typeof photoCalls &
  typeof caseCalls &
  typeof transparencyCalls &
  typeof memberMoneyCalls &
  typeof booksCalls &
  typeof numbersCalls &
  typeof campaignCalls &
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
  ...photoCalls,
  ...caseCalls,
  ...transparencyCalls,
  ...memberMoneyCalls,
  ...booksCalls,
  ...numbersCalls,
  ...campaignCalls,
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
