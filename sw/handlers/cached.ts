/** The readers of the `cached` calls: each answers from the device at once if it can, then refreshes. */
import type { CallName, CallParsed, calls } from '#contract/calls.ts'
import type { Device } from '../device.ts'
import type { Extend } from '../ports.ts'
import type { MemberSession, Session } from '../store/session.ts'
import { getBlocks, getProposals, getRelated } from './cached-lists.ts'
import { getDeck } from './cached-deck.ts'
import { listMessages } from './cached-messages.ts'
import { getMember } from './cached-profile.ts'
import { searchMembers } from './cached-search.ts'
import { getChats, getLikes, getNotifications, getProfile, getUser } from './cached-own.ts'
import { getCompany, getInterests, getRegions, getSettings } from './cached-site.ts'

export type CachedName = {
  [Name in CallName]: (typeof calls)[Name]['offline'] extends 'cached' ? Name : never
}[CallName]

type SessionFor<Name extends CallName> = (typeof calls)[Name]['who'] extends 'visitor' ? Session : MemberSession

export type Reader<Name extends CallName> = (
  device: Device,
  at: { session: SessionFor<Name>; input: CallParsed<Name>; extend: Extend },
) => Promise<Response>

export const readers: { [Name in CachedName]: Reader<Name> } = {
  'user.get': getUser,
  'chats.get': getChats,
  'likes.get': getLikes,
  'profile.get': getProfile,
  'notifications.get': getNotifications,
  'messages.list': listMessages,
  'members.search': searchMembers,
  'members.get': getMember,
  'members.related': getRelated,
  'match_finder.get': getProposals,
  'swipe.get': getDeck,
  'blocks.list': getBlocks,
  'settings.get': getSettings,
  'regions.get': getRegions,
  'interests.get': getInterests,
  'companyinfo.get': getCompany,
}
