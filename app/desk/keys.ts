/**
 * Keys of the desk. A screen registers its keys with `useKeys`; the newest layer answers first. One table gives the
 * behaviour, the key line and the list behind `?`.
 */
import { computed, signal } from '@preact/signals-react'
import { useLayoutEffect, useRef } from 'react'
import { isComposing } from '../ui/composing.ts'
import { storedText, storeText } from './device.ts'
import type { DeskTextKey } from './texts.ts'

export type KeyEntry = {
  /** `j`, `Enter`, `Control+Enter`, or two keys one after the other: `g q`. */
  keys: readonly string[]
  text: DeskTextKey
  run: (key: string) => void
  /** The keys are shown as the first and the last one: `1 – 7`. */
  isRange?: boolean
  /** Only in the list of all keys, not in the key line. */
  isQuiet?: boolean
}

type Layer = { entries: readonly KeyEntry[]; isModal: boolean }

/** A pressed key, with the facts of the element that has the focus. */
export type Stroke = {
  key: string
  control: boolean
  alt: boolean
  /** The element accepts text. */
  inField: boolean
  /** The element is a button or a link: Enter clicks it. */
  onControl: boolean
}

const SEQUENCE_MS = 1_500

const layers = signal<readonly { readonly current: Layer }[]>([])
/** Grows when the keys of a layer change, so that the key line is drawn again. */
const keyChanges = signal(0)

/** Whether single letters, digits and signs work (WCAG 2.1.4). */
export const singleKeys = signal(storedText('keys') !== 'off')

export const switchSingleKeys = (on: boolean): void => {
  singleKeys.value = on
  storeText('keys', on ? 'on' : 'off')
}

/** A letter, a digit or a sign. Keys without a character have names such as `Enter`. */
export const isCharacter = (key: string): boolean => !/^[A-Z]\w/.test(key)

/** The entries of the layers that answer now: a modal one covers those below it. The newest is the first. */
const entriesNow = (): (readonly KeyEntry[])[] => {
  const newestFirst = layers.value.toReversed()
  const modal = newestFirst.findIndex(({ current }) => current.isModal)
  return newestFirst.slice(0, modal === -1 ? undefined : modal + 1).map(({ current }) => current.entries)
}

/**
 * The entries, for components that list them: of several for the same keys, such as the undo of each toast, the one that answers. A
 * pressed key reads `entriesNow` instead, because it needs the newest functions.
 */
export const activeKeys = computed(() => {
  void keyChanges.value
  return [
    ...new Map(
      entriesNow()
        .flat()
        .toReversed()
        .map((entry) => [entry.keys.join(), entry]),
    ).values(),
  ].toReversed()
})

/** Registers the keys of a component while it is on screen. */
export const useKeys = (entries: readonly KeyEntry[], { isModal = false }: { isModal?: boolean } = {}): void => {
  const layer = useRef<Layer>({ entries, isModal })
  useLayoutEffect(() => {
    const isSame = signatureOf(layer.current.entries) === signatureOf(entries)
    layer.current = { entries, isModal }
    if (!isSame) keyChanges.value += 1
  })
  // Before the screen is painted, since a quick hand types as soon as it sees it.
  useLayoutEffect(() => {
    layers.value = [...layers.peek(), layer]
    return () => {
      layers.value = layers.peek().filter((one) => one !== layer)
    }
  }, [])
}

const signatureOf = (entries: readonly KeyEntry[]): string =>
  entries.map(({ keys, text, isQuiet }) => `${keys.join()} ${text} ${isQuiet}`).join('\n')

export type Match = { entry: KeyEntry; key: string }

/** @param before the first key of a sequence, or null. @returns the entry to run, `prefix` if a sequence begins, or null */
export const matchKey = (
  active: readonly (readonly KeyEntry[])[],
  stroke: Stroke,
  before: string | null,
  areSingleKeysOn: boolean,
): Match | 'prefix' | null => {
  const name = nameOf(stroke, areSingleKeysOn)
  if (name === null) return null
  const full = before === null ? name : `${before} ${name}`
  for (const entries of active) {
    const entry = entries.find(({ keys }) => keys.includes(full))
    if (entry) return { entry, key: full }
    if (before === null && entries.some(({ keys }) => keys.some((key) => key.startsWith(`${name} `)))) return 'prefix'
  }
  return null
}

const nameOf = ({ key, control, alt, inField, onControl }: Stroke, areSingleKeysOn: boolean): string | null => {
  if (alt) return null
  if (control) return key === 'Enter' ? 'Control+Enter' : null
  if (inField && key !== 'Escape') return null
  if (onControl && (key === 'Enter' || key === ' ')) return null
  if (!isCharacter(key)) return key
  return areSingleKeysOn ? key.toLowerCase() : null
}

/** Listens to the keyboard of the page. @returns a function that stops */
export const listenToKeys = (page: Document): (() => void) => {
  let before: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isComposing(event) || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
    const match = matchKey(entriesNow(), strokeOf(event), before, singleKeys.peek())
    before = null
    clearTimeout(timer)
    if (match === null) return
    event.preventDefault()
    if (match === 'prefix') {
      before = event.key.toLowerCase()
      timer = setTimeout(() => {
        before = null
      }, SEQUENCE_MS)
    } else match.entry.run(match.key)
  }
  page.addEventListener('keydown', onKey)
  return () => {
    clearTimeout(timer)
    page.removeEventListener('keydown', onKey)
  }
}

const strokeOf = (event: KeyboardEvent): Stroke => {
  const target = event.target instanceof Element ? event.target : null
  // Most keyboards of Europe type brackets with AltGr, which Windows reports as Control and Alt, or with Option.
  const typesSign = event.altKey && isCharacter(event.key) && !/[\p{L}\d]/u.test(event.key)
  return {
    key: event.key,
    control: (event.ctrlKey || event.metaKey) && !typesSign,
    alt: event.altKey && !typesSign,
    inField:
      target?.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]') ??
      false,
    onControl: target?.matches('a[href], button, summary, input') ?? false,
  }
}

/**
 * Moves the focus within a list, for keys such as J and K; at the ends the focus stays. @param step 1 or -1
 * @param isCurrent the element to move from; without one the first element gets the focus
 */
export const focusNeighbour = (
  elements: readonly HTMLElement[],
  step: number,
  isCurrent: (element: HTMLElement) => boolean = hasFocus,
): void => {
  const at = elements.findIndex(isCurrent)
  elements[Math.min(elements.length - 1, Math.max(0, at + step))]?.focus()
}

const hasFocus = (element: HTMLElement): boolean => element === document.activeElement
