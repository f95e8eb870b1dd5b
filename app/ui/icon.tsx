import { ICONS, type IconName } from './icons.ts'

type Props = {
  name: IconName
  /** In pixels; 24 by default. */
  size?: number
  filled?: boolean
  /** Set this only if no word is beside the icon. */
  label?: string
  className?: string | undefined
}

let drawings: Partial<Record<IconName, string>> = ICONS

/** For components with icons that are not in the first set: waits for them. */
export const loadAllIcons = async (): Promise<void> => {
  const more = await import('./more-icons.ts')
  drawings = { ...ICONS, ...more.MORE_ICONS } satisfies Record<IconName, string>
}

/** Small icons need a stronger line to keep 3:1. */
const strokeOf = (size: number): number => (size < 20 ? 2.2 : 1.9)

export const Icon = ({ name, size = 24, filled = false, label, className }: Props) => (
  <svg
    className={className}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill={filled ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth={strokeOf(size)}
    strokeLinecap="round"
    strokeLinejoin="round"
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <path d={drawings[name]} />
  </svg>
)
