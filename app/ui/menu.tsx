/** A menu under its button: a native popover with the keys of a menu. */
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import styles from './menu.module.css'

type Item = { label: string; icon?: IconName; danger?: boolean; lang?: string } & (
  | { href: string }
  | { onSelect: () => void; checked?: boolean }
)

type Props = {
  label: string
  /** The content of the button that opens the menu. */
  trigger: ReactNode
  triggerClass?: string | undefined
  items: readonly Item[]
}

export const Menu = ({ label, trigger, triggerClass, items }: Props) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const close = (): void => menu.current?.hidePopover()
  return (
    <>
      <button ref={button} type="button" className={classes(triggerClass)} aria-haspopup="menu" popoverTarget={id}>
        <span className="vh">{label}</span>
        {trigger}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles['menu']}
        onKeyDown={(event) => {
          // The focus returns to the button, and the browser then moves it on: an open menu would cover what it comes to.
          if (event.key === 'Tab') close()
          else moveFocus(event)
        }}
        // The popover focuses its first item as it opens. The `toggle` event comes later, and a key pressed before it would be lost.
        onBeforeToggle={(event) => {
          if (event.newState !== 'open') return
          for (const [index, item] of itemsOf(event.currentTarget).entries())
            item.toggleAttribute('autofocus', index === 0)
        }}
        onToggle={(event) => {
          if (event.newState !== 'open') return
          place(menu.current, button.current)
          if (!event.currentTarget.contains(document.activeElement)) itemsOf(event.currentTarget)[0]?.focus()
        }}
      >
        {items.map((item) => (
          <MenuItem key={item.label} item={item} close={close} />
        ))}
      </div>
    </>
  )
}

const MenuItem = ({ item, close }: { item: Item; close: () => void }) => {
  const look = classes(styles['item'], item.danger && styles['danger'])
  const inside = (
    <>
      {item.icon ? <Icon name={item.icon} size={20} /> : null}
      <span className="grow" lang={item.lang}>
        {item.label}
      </span>
      {'checked' in item && item.checked ? <Icon name="check" size={18} /> : null}
    </>
  )
  if ('href' in item)
    return (
      <Link href={item.href} role="menuitem" className={look} onClick={close}>
        {inside}
      </Link>
    )
  return (
    <button
      type="button"
      role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={item.checked}
      className={look}
      onClick={() => {
        close()
        item.onSelect()
      }}
    >
      {inside}
    </button>
  )
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
]

const moveFocus = (event: KeyboardEvent<HTMLDivElement>): void => {
  const all = itemsOf(event.currentTarget)
  const at = all.findIndex((item) => item === document.activeElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  all.at(next % all.length)?.focus()
}

/** Places the menu under the button, with their ends aligned, inside the window. Not all browsers have CSS anchors yet. */
const place = (menu: HTMLElement | null, button: HTMLElement | null): void => {
  if (!menu || !button) return
  const from = button.getBoundingClientRect()
  const box = menu.getBoundingClientRect()
  const left = Math.min(Math.max(8, from.right - box.width), document.documentElement.clientWidth - box.width - 8)
  const below = from.bottom + 6
  const top = below + box.height > window.innerHeight - 8 ? Math.max(8, from.top - box.height - 6) : below
  menu.style.left = `${left}px`
  menu.style.top = `${top}px`
}
