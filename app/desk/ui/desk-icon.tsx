import { ICONS, type IconName } from '../../ui/icons.ts'
import { MORE_ICONS } from '../../ui/more-icons.ts'
import { DESK_ICONS } from './desk-icons.ts'

const DRAWINGS: Record<IconName | keyof typeof DESK_ICONS, string> = { ...ICONS, ...MORE_ICONS, ...DESK_ICONS }
export type DeskIconName = keyof typeof DRAWINGS

type Props = { name: DeskIconName; size?: number; label?: string }

/** An icon of the app or of the desk. The app's own `Icon` lacks the desk's drawings, so that members do not load them. */
export const DeskIcon = ({ name, size = 18, label }: Props) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.9}
    strokeLinecap="round"
    strokeLinejoin="round"
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <path d={DRAWINGS[name]} />
  </svg>
)
