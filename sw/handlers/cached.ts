/** The readers of the `cached` calls: each answers from the device at once if it can, then refreshes. */
import { getBlocks, getProposals, getRelated, getReports, searchMembers } from './cached-lists.ts'
import { getDeck } from './cached-deck.ts'
import { listMessages } from './cached-messages.ts'
import { getMember } from './cached-profile.ts'
import { getChats, getLikes, getNotifications, getProfile, getUser } from './cached-own.ts'
import type { CachedName, Reader } from './reader.ts'
import { getCompany, getInterests, getRegions, getSettings } from './cached-site.ts'

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
  'reports.list': getReports,
  'settings.get': getSettings,
  'regions.get': getRegions,
  'interests.get': getInterests,
  'companyinfo.get': getCompany,
}
