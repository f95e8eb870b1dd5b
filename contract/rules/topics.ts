/** The topic whose news make an answer of a `cached` or `device` call stale. */
import type { CallName } from '../calls.ts'
import type { Topic } from '../device.ts'

type Input = { params?: Record<string, unknown>; query?: unknown; body?: unknown }

const TOPICS: Partial<Record<CallName, (input: Input) => Topic>> = {
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
  // Every ledger entry and every payment changes the member's balance or badge.
  'transactions.list': () => 'user',
  'transactions.get': () => 'user',
  'device.state': () => 'device',
  'device.drafts': () => 'device',
  'device.storage': () => 'device',
  'device.report': () => 'device',
}

export const topicOf = (name: CallName, input: Input): Topic | null => TOPICS[name]?.(input) ?? null
