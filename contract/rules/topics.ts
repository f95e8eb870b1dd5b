/** The topic whose news make an answer of a `cached` or `device` call stale. */
import type { CallName, CallWith } from '../calls.ts'
import type { Topic } from '../device.ts'

type Input = { params?: Record<string, unknown>; query?: unknown; body?: unknown }

type TopicOf = (input: Input) => Topic

/** Each `cached` call has a topic: without one, the app would never learn that the worker has refreshed its answer. */
const TOPICS: Record<CallWith<'cached'>, TopicOf> & Partial<Record<CallName, TopicOf>> = {
  'user.get': () => 'user',
  'profile.get': () => 'user',
  'notifications.get': () => 'user',
  'chats.get': () => 'chats',
  'messages.list': ({ params }) => `messages:${String(params?.['conversation'])}`,
  'likes.get': () => 'likes',
  'members.search': () => 'members',
  'members.get': ({ params }) => `member:${Number(params?.['id'])}`,
  'members.related': ({ params }) => `member:${Number(params?.['id'])}`,
  'swipe.get': () => 'swipe',
  'match_finder.get': () => 'matches',
  'blocks.list': () => 'blocks',
  'reports.list': () => 'reports',
  'settings.get': () => 'settings',
  'regions.get': () => 'regions',
  'interests.get': () => 'interests',
  'companyinfo.get': () => 'company',
  // Every ledger entry and every payment changes the member's balance or badge.
  'transactions.list': () => 'user',
  'transactions.get': () => 'user',
  'device.state': () => 'device',
  'device.drafts': () => 'device',
  'device.storage': () => 'device',
  'device.report': () => 'device',
}

export const topicOf = (name: CallName, input: Input): Topic | null => TOPICS[name]?.(input) ?? null
