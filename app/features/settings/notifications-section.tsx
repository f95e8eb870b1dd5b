/** The notifications a member gets, and their channels [PWA-5]. */
import { useId } from 'react'
import {
  CHANNELS,
  CHANNELS_OF,
  type Channel,
  type MemberSettings,
  type Preference,
} from '#contract/entities/member-settings.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Rows } from '../../ui/rows.tsx'
import { Switch, SwitchRow } from '../../ui/switch.tsx'
import { InstallRow } from '../install/install-dialog.tsx'
import { PushRow } from './push-row.tsx'
import styles from './settings.module.css'
import { saveSettings } from '../../state/member-settings.ts'

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
export const PREFERENCES_SHOWN = Object.keys(PREFERENCE_WORDS) as Preference[]

const CHANNEL_WORDS: Record<Channel, TextKey> = { mail: 'settings.byMail', push: 'settings.byPush' }

export const NotificationsSection = ({ settings }: { settings: MemberSettings }) => {
  const id = useId()
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('settings.aboutTitle')}</h2>
      <Rows>
        <table className={styles['channels']}>
          <colgroup>
            <col />
            {CHANNELS.map((channel) => (
              <col key={channel} className={styles['channel']} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <td />
              {CHANNELS.map((channel) => (
                <th key={channel} id={`${id}-${channel}`} scope="col">
                  {t(CHANNEL_WORDS[channel])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PREFERENCES_SHOWN.map((name) => (
              <PreferenceRow key={name} name={name} settings={settings} tableId={id} />
            ))}
          </tbody>
        </table>
      </Rows>
      <Rows>
        <PushRow />
        <SwitchRow
          icon={settings.push_details ? 'eye' : 'eye-off'}
          label={t('settings.pushDetails')}
          hint={t('settings.pushDetailsHint')}
          checked={settings.push_details}
          onChange={(on) => saveSettings({ push_details: on })}
        />
      </Rows>
      <InstallRow />
    </section>
  )
}

type RowProps = { name: Preference; settings: MemberSettings; tableId: string }

const PreferenceRow = ({ name, settings, tableId }: RowProps) => {
  const { icon, label, hint } = PREFERENCE_WORDS[name]
  const [labelId, hintId] = [`${tableId}-${name}`, `${tableId}-${name}-hint`]
  return (
    <tr>
      <th scope="row">
        <span className={styles['what']}>
          <Icon name={icon} size={22} />
          <span>
            <span id={labelId}>{t(label)}</span>
            <span id={hintId} className="small muted">
              {t(hint)}
            </span>
          </span>
        </span>
      </th>
      {CHANNELS.map((channel) => (
        <td key={channel}>
          {CHANNELS_OF[name].includes(channel) ? (
            <Switch
              checked={settings.notifications[name][channel]}
              aria-labelledby={`${labelId} ${tableId}-${channel}`}
              aria-describedby={hintId}
              onChange={(on) => saveSettings({ notifications: { [name]: { [channel]: on } } })}
            />
          ) : null}
        </td>
      ))}
    </tr>
  )
}
