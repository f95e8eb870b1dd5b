/** Answers calls that need the server. Some of them change who is logged in. */
import * as v from 'valibot'
import { callOf, type CallName } from '#contract/calls.ts'
import { SessionAnswer } from '#contract/calls/parts.ts'
import { safeParseNewer } from '#contract/newer.ts'
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import type { Extend } from '../ports.ts'
import { isMember, type DeviceSession } from '../store/session.ts'
import { answerWith } from './answers.ts'
import { refreshPlaces } from './cached-site.ts'
import { passOnSubscription, sendSubscription } from './push-subscription.ts'

type NetworkCall = {
  session: DeviceSession
  request: Request
  params: Record<string, string>
  extend: Extend
}

/** @param name null for an unknown call, which is only forwarded */
export const answerNetworkCall = async (
  device: Device,
  name: CallName | null,
  call: NetworkCall,
): Promise<Response> => {
  if (name === 'logout') return logOut(device, call.extend)
  if (name === 'user.push') return passOnSubscription(device, call.session, call.request)
  const response = await device.server.forward(call.session, call.request, name)
  // The server has succeeded, and the page must learn this even if the device fails to process it.
  if (response.ok) await ignored(afterwards(device, name, call, response))
  else if (name === 'signup') call.extend(ignored(refreshPlacesAfter(device, call.session, response)))
  return response
}

/** Wipes the device first, whether or not the server can be reached [PWA-11]. */
const logOut = async (device: Device, extend: Extend): Promise<Response> => {
  await device.logout.begin()
  extend(device.logout.finish())
  extend(device.ports.wakeWhenOnline())
  return answerWith({})
}

/** Applies a successful answer to the device before the page gets it. */
const afterwards = async (
  device: Device,
  name: CallName | null,
  call: NetworkCall,
  response: Response,
): Promise<void> => {
  const { session, extend } = call
  if (name !== null && callOf(name).response === SessionAnswer) {
    const answer = await sessionIn(response)
    if (!answer) return
    await device.identity.learn(session, answer)
    device.ports.news(['user'])
    extend(device.resume({ isConnected: true }))
    extend(sendSubscription(device))
  } else if (name === 'user.delete') {
    // The server has ended the session; the mail contains the link that undoes the deletion [ACC-12].
    await device.sessions.forget(session, 'member')
  } else if (call.request.method !== 'GET' && name !== 'typing.send' && isMember(session)) {
    // The feed contains every other change of the member's own data.
    extend(device.syncOf(session).now())
  }
}

/** The place of a signup is chosen from the device's list, so a refused one is in an old list. */
const refreshPlacesAfter = async (device: Device, session: DeviceSession, response: Response): Promise<void> => {
  const { output, success } = v.safeParse(PlaceRefusal, await response.clone().json())
  if (success && output.fields.city === 'place_unknown') await refreshPlaces(device, session)
}

const PlaceRefusal = v.object({ fields: v.object({ city: v.string() }) })

const sessionIn = async (response: Response) => {
  const json: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const parsed = safeParseNewer(SessionAnswer, json)
  return parsed.success ? parsed.output : null
}
