/**
 * Copies the markup of the screen and stores it on the device [PWA-17]. The copy leaves out what must not be shown at the
 * next start: presence, drafts, notices, and everything that lies outside the view.
 *
 * Components mark what is left out: `data-no-snapshot` removes an element, `data-snapshot-text` replaces its text. Two marks add
 * something: `data-snapshot-offline` the line that a start without a network shows, `data-snapshot-field` a field to write in.
 * `data-snapshot-day` marks words such as *today*: a start on another day hides them until React writes them anew.
 */
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { SNAPSHOT_LENGTH_MAX } from '#contract/limits.ts'
import { call as callDevice } from '../ports/api.ts'
import { isDialogOpen } from '../ports/page.ts'
import { locale, t } from '../state/i18n.ts'
import { QuietLine } from '../ui/note.tsx'

/** In pixels: a screen at its beginning or end may be off by a rounding. */
const SLACK = 2
/** The widths at which the layout changes, as in `ui/media.css` [SHELL-6]. */
const BREAKPOINTS_REM = [36, 48, 62, 75]
/** Without scripts these do nothing, so they take neither taps nor text. */
const INERT = new Set(['button', 'form', 'label', 'textarea', 'input', 'select'])

const FIELD = '[data-snapshot-field]'

/** Notices of this moment and unsent text. The empty element stays, because a grid counts it. */
const EMPTIED = '[role="status"], [role="log"], [role="alert"], textarea'

export const takeSnapshot = async (path: string, call: string, tag: string): Promise<void> => {
  const root = document.querySelector<HTMLElement>('#root')
  const markup = root && mayBeTaken(root) ? markupOf(root) : null
  if (markup === null || markup.html.length > SNAPSHOT_LENGTH_MAX) return
  await callDevice('device.snapshot', {
    body: { path, call, tag, locale: locale.peek(), sheets: sheetsOf(document, markup.html), ...markup },
  })
}

/** The next start shows each list at its beginning and a conversation at its end, with nothing open over them. */
const mayBeTaken = (root: HTMLElement): boolean =>
  window.scrollY <= SLACK && !isDialogOpen() && [...root.querySelectorAll('*')].every(isAtRest)

const isAtRest = (element: Element): boolean => {
  if (element.scrollTop <= SLACK || element.matches('textarea')) return true
  return isAtEnd(element)
}

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight <= SLACK

type Markup = { html: string; styles: string }

/** @returns the markup and its style attributes as rules: the content security policy allows no such attributes [SAFE-5] */
export const markupOf = (root: HTMLElement): Markup => {
  const styles: string[] = []
  const numberOf = (style: string): number => (styles.includes(style) ? styles.indexOf(style) : styles.push(style) - 1)

  const copyOf = (node: Node): Node | null => {
    if (node instanceof Text) return node.cloneNode()
    if (!(node instanceof Element) || !isTaken(node)) return null
    const copy = node.cloneNode() as Element
    const style = copy.getAttribute('style')
    copy.removeAttribute('style')
    copy.removeAttribute('autofocus')
    if (style !== null && style !== '') copy.setAttribute('data-style', String(numberOf(style)))
    if (node.scrollTop > SLACK && isAtEnd(node)) copy.setAttribute('data-at-end', '')
    if (INERT.has(node.localName) && !keepsText(node)) copy.setAttribute('inert', '')
    const text = node.getAttribute('data-snapshot-text')
    if (text !== null) copy.textContent = text
    else if (node.matches('[data-snapshot-offline]')) copy.append(offlineLine())
    else if (!node.matches(EMPTIED)) copy.append(...copiesIn(node))
    return copy
  }
  const copiesIn = (node: Node): Node[] => [...node.childNodes].map(copyOf).filter((copy) => copy !== null)

  const holder = document.createElement('div')
  holder.append(...copiesIn(root))
  return {
    html: holder.innerHTML,
    styles: [onlyAtThisWidth(), ONLY_OFFLINE, ONLY_SAME_DAY, ...styles.map(ruleOf)].join(''),
  }
}

/** The worker decides at the start whether this line shows, so that nothing moves when React shows the same line. */
const offlineLine = (): Node => {
  const holder = document.createElement('div')
  const root = createRoot(holder)
  flushSync(() => root.render(createElement(QuietLine, null, t('shell.offline'))))
  const line = holder.firstElementChild?.cloneNode(true) as Element
  line.setAttribute('data-offline-only', '')
  root.unmount()
  return line
}

const ONLY_OFFLINE = '#root:not([data-offline]) [data-offline-only]{display:none}'

const ONLY_SAME_DAY = '#root[data-snapshot][data-other-day] [data-snapshot-day]{visibility:hidden}'

const ruleOf = (style: string, index: number): string => `[data-style="${index}"]{${style}}`

/** Hidden parts are left out: they would be missing in a window of another width, which shows no snapshot. */
const onlyAtThisWidth = (): string => {
  const from = BREAKPOINTS_REM.findLast((width) => matchMedia(`(width >= ${width}rem)`).matches) ?? 0
  const to = BREAKPOINTS_REM.find((width) => width > from)
  const elsewhere = `(width < ${from}rem)${to === undefined ? '' : ` or (width >= ${to}rem)`}`
  return `@media ${elsewhere}{#root[data-snapshot]{display:none}}`
}

/** A field whose text the app takes over when it starts (`ports/early-input.ts`), or the form around it. */
const keepsText = (element: Element): boolean =>
  element.matches(FIELD) || (element.localName === 'form' && element.querySelector(FIELD) !== null)

const isTaken = (element: Element): boolean => {
  if (element.matches('[data-no-snapshot], dialog')) return false
  if (getComputedStyle(element).display === 'none') return false
  // A picture that only this page holds.
  if (element instanceof HTMLImageElement && element.src.startsWith('blob:')) return false
  return element.localName !== 'li' || isNear(element)
}

/** The first screen that React draws reaches not much further either (`ui/first-rows.ts`). Each row more loads one more photo. */
const BEYOND_VIEW = 0.25

const isNear = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  const beyond = BEYOND_VIEW * window.innerHeight
  return bottom > -beyond && top < window.innerHeight + beyond
}

const SHEET = /^\/assets\/[\w-]+\.css$/

/**
 * The files of styles that the markup uses. A page that has shown or prefetched other screens has theirs, too, and each would delay the
 * next start. The rules of styles that came inlined with a disabled link are not known, nor of those that failed to load: their files stay.
 */
export const sheetsOf = (page: Document, html: string): string[] =>
  [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].flatMap(({ href, sheet }) => {
    const { pathname } = new URL(href)
    return SHEET.test(pathname) && isUsed(sheet, html) ? [pathname] : []
  })

/** Each file has classes of its own, and no other file has their names. */
const isUsed = (sheet: CSSStyleSheet | null, html: string): boolean =>
  rulesIn(sheet)?.some((rule) => (rule.match(CLASS) ?? []).some((name) => html.includes(name.slice(1)))) ?? true

const rulesIn = (sheet: CSSStyleSheet | null): string[] | null => {
  try {
    return sheet && [...sheet.cssRules].map(({ cssText }) => cssText)
  } catch {
    // Chromium refuses the rules of a file that did not come.
    return null
  }
}

const CLASS = /\.[a-z_][\w-]*/gi
