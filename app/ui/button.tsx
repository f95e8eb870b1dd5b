/** Buttons and links that look like buttons. Use one filled coral button per screen; danger is never filled. */
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import styles from './button.module.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

type Look = {
  kind?: 'primary' | 'second' | 'quiet' | 'danger'
  small?: boolean
  full?: boolean
  /** Uses the colour of the surrounding text. */
  plain?: boolean
  icon?: IconName
  children: ReactNode
}

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }

export const Button = ({ kind = 'primary', small, full, plain, icon, children, className, ...rest }: ButtonProps) => (
  <button type="button" {...rest} className={look({ kind, small, full, plain }, className)}>
    {icon ? <Icon name={icon} size={20} /> : null}
    {children}
  </button>
)

type LinkButtonProps = Look & {
  href: string
  replace?: boolean
  className?: string
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** A link that looks like a button; `href` comes from `href()` of the routes. */
export const LinkButton = ({
  kind = 'primary',
  small,
  full,
  plain,
  icon,
  children,
  className,
  ...rest
}: LinkButtonProps) => (
  <Link {...rest} className={look({ kind, small, full, plain }, className)}>
    {icon ? <Icon name={icon} size={20} /> : null}
    {children}
  </Link>
)

type RoundLook = {
  icon: IconName
  /** The action's name, for people who do not see the icon. */
  label: string
  size?: 'mid' | 'big'
  /** Floating over a photo, outlined, or filled coral. */
  on?: 'lift' | 'line' | 'fill'
  coral?: boolean
  filled?: boolean
}

type RoundButtonProps = RoundLook & ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }

export const RoundButton = ({ icon, label, size, on, coral, filled, className, ...rest }: RoundButtonProps) => (
  <button type="button" aria-label={label} {...rest} className={roundLook({ size, on, coral }, className)}>
    <Icon name={icon} filled={filled ?? false} />
  </button>
)

export const RoundLink = ({
  icon,
  label,
  size,
  on,
  coral,
  className,
  ...rest
}: RoundLook & {
  href: string
  replace?: boolean
  className?: string | undefined
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
}) => (
  <Link {...rest} aria-label={label} className={roundLook({ size, on, coral }, className)}>
    <Icon name={icon} />
  </Link>
)

type Flags = { [K in 'small' | 'full' | 'plain']?: boolean | undefined }

const look = ({ kind, small, full, plain }: Flags & { kind: NonNullable<Look['kind']> }, more?: string): string =>
  classes(
    styles['button'],
    styles[kind],
    small && styles['small'],
    full && styles['full'],
    plain && styles['plain'],
    more,
  )

const roundLook = (
  { size, on, coral }: { [K in 'size' | 'on' | 'coral']: RoundLook[K] | undefined },
  more?: string,
): string => classes(styles['round'], size && styles[size], on && styles[on], coral && styles['coral'], more)
