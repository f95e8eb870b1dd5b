/** The icon and texts of the eight notification preferences. */
import type { Preference } from '#contract/entities/member-settings.ts'
import type { TextKey } from '../../state/i18n.ts'
import type { IconName } from '../../ui/icons.ts'

export const PREFERENCE_WORDS: Record<Preference, { icon: IconName; label: TextKey; hint: TextKey }> = {
  new_messages: { icon: 'message', label: 'settings.newMessages', hint: 'settings.newMessagesHint' },
  new_conversations: { icon: 'users', label: 'settings.newConversations', hint: 'settings.newConversationsHint' },
  like: { icon: 'heart', label: 'settings.like', hint: 'settings.likeHint' },
  unread_message_reminders: {
    icon: 'clock',
    label: 'settings.unreadReminders',
    hint: 'settings.unreadRemindersHint',
  },
  reminders: { icon: 'bell', label: 'settings.reminders', hint: 'settings.remindersHint' },
  weekly_updates: { icon: 'calendar', label: 'settings.weekly', hint: 'settings.weeklyHint' },
  news: { icon: 'sparkles', label: 'settings.news', hint: 'settings.newsHint' },
  promotions: { icon: 'gift', label: 'settings.promotions', hint: 'settings.promotionsHint' },
}

/** Personal notifications first, advertising last. */
export const PREFERENCES_SHOWN = [
  'new_messages',
  'new_conversations',
  'like',
  'unread_message_reminders',
  'reminders',
  'weekly_updates',
  'news',
  'promotions',
] as const satisfies readonly Preference[]
