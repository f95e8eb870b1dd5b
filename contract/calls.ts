/**
 * The table of calls: the only place that defines each call, its input and answer, its callers, and how the service
 * worker handles it. The server mounts it, the app calls through it, and the worker routes by it.
 */
import { callMatcher, type AnswerOf, type Call, type InputOf, type OfflinePolicy, type ParsedOf } from './call.ts'
import { accountCalls } from './calls/account.ts'
import { ageCalls } from './calls/age.ts'
import { chatCalls } from './calls/chat.ts'
import { deviceCalls } from './calls/device.ts'
import { findCalls } from './calls/find.ts'
import { likeCalls } from './calls/likes.ts'
import { moneyCalls } from './calls/money.ts'
import { passkeyCalls } from './calls/passkeys.ts'
import { profileCalls } from './calls/profile.ts'
import { siteCalls } from './calls/site.ts'

// Written out, since the compiler cannot infer a type of this size.
type Calls = typeof accountCalls &
  typeof passkeyCalls &
  typeof ageCalls &
  typeof findCalls &
  typeof profileCalls &
  typeof likeCalls &
  typeof chatCalls &
  typeof moneyCalls &
  typeof siteCalls &
  typeof deviceCalls

export const calls: Calls = {
  ...accountCalls,
  ...passkeyCalls,
  ...ageCalls,
  ...findCalls,
  ...profileCalls,
  ...likeCalls,
  ...chatCalls,
  ...moneyCalls,
  ...siteCalls,
  ...deviceCalls,
}

export type CallName = keyof typeof calls

/** The names of all calls with this offline policy. */
export type CallWith<Policy extends OfflinePolicy> = {
  [Name in CallName]: Calls[Name]['offline'] extends Policy ? Name : never
}[CallName]

/** The calls that the server answers: all except those of the device. */
export type ServerCall = Exclude<CallName, `device.${string}`>

export const isServerCall = (name: string): name is ServerCall => name in calls && !name.startsWith('device.')

/** An entry with its general type, for code that handles all calls alike. */
export const callOf = (name: CallName): Call => calls[name]

export const matchCall = /* @__PURE__ */ callMatcher<CallName>(calls)

/** The input of a call as the caller writes it. */
export type CallInput<Name extends CallName> = InputOf<Calls[Name]>

/** The input of a call as the handler receives it, parsed. */
export type CallParsed<Name extends CallName> = ParsedOf<Calls[Name]>

export type CallAnswer<Name extends CallName> = AnswerOf<Calls[Name]>
