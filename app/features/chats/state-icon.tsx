/** The state of one of my messages as an icon [CHAT-6]: a clock, one tick, two ticks, two filled ticks. */
import type { MessageState } from '#contract/rules/message-state.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'

const ICON: Record<Exclude<MessageState, 'read'>, IconName> = {
  queued: 'clock',
  sending: 'sending',
  sent: 'check',
  delivered: 'check-check',
  failed: 'alert',
}

type Props = {
  state: MessageState
  /** Only when no word beside the icon says the state. */
  label?: string
}

export const StateIcon = ({ state, label }: Props) =>
  state === 'read' ? (
    <ReadIcon {...(label === undefined ? {} : { label })} />
  ) : (
    <Icon
      name={ICON[state]}
      size={state === 'sent' || state === 'delivered' ? 18 : 16}
      {...(label === undefined ? {} : { label })}
    />
  )

/** Two filled ticks that overlap: the icon set has no such icon. */
const ReadIcon = ({ label }: { label?: string }) => (
  <svg
    width="27"
    height="16"
    viewBox="0 0 27 16"
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <circle cx="8" cy="8" r="7.5" fill="currentColor" />
    <circle cx="19" cy="8" r="8" fill="currentColor" stroke="var(--paper)" strokeWidth="1.5" />
    <path
      d="m4.8 8.2 2.2 2.2 3-4.4M15.8 8.2l2.2 2.2 4-4.6"
      fill="none"
      stroke="var(--paper)"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
