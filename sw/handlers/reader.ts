/** The type of a reader: it answers a `cached` call from the device at once if it can, then refreshes. */
import type { CallName, CallParsed, calls } from '#contract/calls.ts'
import type { Device } from '../device.ts'
import type { Extend } from '../ports.ts'
import type { MemberSession, DeviceSession } from '../store/session.ts'

export type CachedName = {
  [Name in CallName]: (typeof calls)[Name]['offline'] extends 'cached' ? Name : never
}[CallName]

type SessionFor<Name extends CallName> = (typeof calls)[Name]['who'] extends 'visitor' ? DeviceSession : MemberSession

export type Reader<Name extends CallName> = (
  device: Device,
  at: { session: SessionFor<Name>; input: CallParsed<Name>; extend: Extend },
) => Promise<Response>
