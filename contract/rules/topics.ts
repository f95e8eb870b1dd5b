/** Which news makes an answer stale: the topic of what a `cached` call returned. */
import type { CallName } from '../calls.ts'
import type { Topic } from '../device.ts'

type Input = { params?: Record<string, unknown>; query?: unknown; body?: unknown }

export const topicOf = (name: CallName, input: Input): Topic | null => {
  switch (name) {
    case 'user.get':
    case 'profile.get':
      return 'user'
    case 'chats.get':
      return 'chats'
    case 'messages.list':
      return `messages:${String(input.params?.['conversation'])}`
    case 'likes.get':
      return 'likes'
    case 'members.search':
      return 'members'
    case 'members.get':
      return `member:${Number(input.params?.['id'])}`
    case 'settings.get':
      return 'settings'
    case 'regions.get':
      return 'regions'
    case 'device.state':
      return 'device'
    default:
      return null
  }
}
