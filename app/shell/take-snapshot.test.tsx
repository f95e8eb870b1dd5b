// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { snapshotTag } from '#contract/rules/snapshot-tag.ts'
import { controlled } from '../ports/service-worker.ts'
import { showLocale, t } from '../state/i18n.ts'
import { putAnswer } from '../state/resource.ts'
import { aCard, aUser } from '../testing/factories.ts'
import { markupOf, sheetsOf } from './take-snapshot.ts'
import { useSnapshot } from './use-snapshot.ts'

const sent: unknown[] = []

const rootWith = (html: string): HTMLElement => {
  document.body.innerHTML = `<div id="root">${html}</div>`
  const root = document.querySelector<HTMLElement>('#root')
  if (!root) throw new Error('There is a root')
  return root
}
const htmlOf = (html: string): string => markupOf(rootWith(html)).html

beforeAll(() => showLocale('en'))
beforeEach(() => {
  sent.length = 0
  document.body.innerHTML = ''
})
afterEach(cleanup)

test('[PWA-17] [PWA-16] the copy has no presence, no draft, no notice and no unsent text', () => {
  expect(htmlOf('<p>Anna<span data-no-snapshot>Online now</span></p>')).toBe('<p>Anna</p>')
  expect(htmlOf('<p data-snapshot-text="Milano">Milano · online</p>')).toBe('<p data-snapshot-text="Milano">Milano</p>')
  expect(htmlOf('<div role="status"><p>You are offline</p></div>')).toBe('<div role="status"></div>')
  expect(htmlOf('<textarea>half a sen</textarea>')).toBe('<textarea inert=""></textarea>')
  expect(htmlOf('<p>a</p><dialog open><p>b</p></dialog>')).toBe('<p>a</p>')
  expect(htmlOf('<img src="blob:https://visavis.test/1"><img src="/photos/1/card">')).toBe('<img src="/photos/1/card">')
})

test('[PWA-17] the copy brings the line of a start without a network, hidden unless the worker says so', () => {
  const { html, styles } = markupOf(rootWith('<div role="status" data-snapshot-offline=""><p>A new version</p></div>'))
  const hidden = /(#root:not\(\S+\) \S+)\{display:none\}/.exec(styles)?.[1] ?? ''
  expect(html).not.toContain('A new version')
  const isHidden = (root: HTMLElement): boolean | undefined =>
    root.querySelector('[data-offline-only]')?.matches(hidden)
  const online = rootWith(html)
  expect(online.textContent).toBe(t('shell.offline'))
  expect(isHidden(online)).toBe(true)
  const offline = rootWith(html)
  offline.setAttribute('data-offline', '')
  expect(isHidden(offline)).toBe(false)
})

test('[PWA-17] a start on another day hides the words for days in the copy, until React has written them anew', () => {
  const { html, styles } = markupOf(rootWith('<h2 data-snapshot-day>Today</h2><p>Hello</p>'))
  const hidden = /\}([^{}]+)\{visibility:hidden\}/.exec(styles)?.[1] ?? ''
  const root = rootWith(html)
  const isHidden = (selector: string): boolean | undefined => root.querySelector(selector)?.matches(hidden)
  root.setAttribute('data-snapshot', '')
  expect(isHidden('h2')).toBe(false)
  root.setAttribute('data-other-day', '')
  expect([isHidden('h2'), isHidden('p')]).toEqual([true, false])
  delete root.dataset['snapshot']
  expect(isHidden('h2')).toBe(false)
})

test('[PWA-17] the copy leaves out what is hidden, and what would act without a script', () => {
  expect(htmlOf('<ul><li style="display: none">far</li><li>near</li></ul>')).toBe('<ul><li>near</li></ul>')
  expect(htmlOf('<a href="/chats/1-2"><button>x</button></a>')).toBe(
    '<a href="/chats/1-2"><button inert="">x</button></a>',
  )
})

test('[PWA-17] one field of the copy takes text without a script, and nothing else of its form does anything', () => {
  expect(
    htmlOf(
      '<form><label><input type="file"></label><textarea data-snapshot-field>draft</textarea><button></button></form>',
    ),
  ).toBe(
    '<form><label inert=""><input type="file" inert=""></label><textarea data-snapshot-field=""></textarea><button inert=""></button></form>',
  )
  expect(htmlOf('<form><input></form>')).toBe('<form inert=""><input inert=""></form>')
})

test('[PWA-17] the copy names the styles that came inlined in a visitor’s page, too: a visitor may log in there', () => {
  rootWith(
    '<link rel="stylesheet" href="/assets/front.css" disabled><link rel="stylesheet" href="/assets/chats.css"><link rel="stylesheet" href="/elsewhere.css">',
  )
  expect(sheetsOf(document, '')).toEqual(['/assets/front.css', '/assets/chats.css'])
})

test('[PWA-17] the copy names styles that failed to load: their rules cannot be read', () => {
  rootWith('<link rel="stylesheet" href="/assets/chats.css">')
  const unreadable = {
    get cssRules(): never {
      throw new DOMException('Cannot access rules', 'SecurityError')
    },
  }
  for (const link of document.querySelectorAll('link')) Object.defineProperty(link, 'sheet', { value: unreadable })
  expect(sheetsOf(document, '<ul></ul>')).toEqual(['/assets/chats.css'])
})

test('[PWA-17] the copy names no styles of other screens, which would delay the next start', () => {
  rootWith(
    '<link rel="stylesheet" href="/assets/chats.css"><link rel="stylesheet" href="/assets/likes.css"><link rel="stylesheet" href="/assets/wide.css">',
  )
  const styles = [
    '._row_1 { color: red }',
    '._tile_2 { margin: 0.5em }',
    '@media (width > 1px) { ._row_1 { margin: 0 } }',
  ]
  for (const [index, link] of document.querySelectorAll('link').entries()) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles[index] ?? '')
    Object.defineProperty(link, 'sheet', { value: sheet })
  }
  expect(sheetsOf(document, '<ul><li class="_row_1"></li></ul>')).toEqual(['/assets/chats.css', '/assets/wide.css'])
})

test('[PWA-17] the copy has the rows in view and few beyond it, since each loads a photo before the app starts', () => {
  const root = rootWith('<ul><li>seen</li><li>next</li><li>far</li></ul>')
  for (const [index, row] of [...root.querySelectorAll('li')].entries())
    row.getBoundingClientRect = () => new DOMRect(0, window.innerHeight * (0.5 + index / 2.2), 390, 80)
  expect(markupOf(root).html).toBe('<ul><li>seen</li><li>next</li></ul>')
})

test('[PWA-17] [SAFE-5] style attributes become rules, each once, and the rules hold at this width only', () => {
  const root = rootWith('<i style="--size: 56px"></i><b style="--size: 56px"></b><u style="color: red"></u>')
  const { html, styles } = markupOf(root)
  expect(html).toBe('<i data-style="0"></i><b data-style="0"></b><u data-style="1"></u>')
  expect(styles).toContain('[data-style="0"]{--size: 56px}[data-style="1"]{color: red}')
  expect(styles).toMatch(
    /^@media \(width < \d+rem\)( or \(width >= \d+rem\))?\{#root\[data-snapshot\]\{display:none\}\}/,
  )
})

test('[PWA-17] words that look like markup stay words', () => {
  const root = rootWith('<p></p>')
  root.querySelector('p')?.append('<script>alert(1)</script>')
  expect(markupOf(root).html).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>')
})

const ANSWER = { pageNumber: 1, results: [aCard({ id: 7, name: 'Anna' })], next: null, limited: false }
const Screen = ({ answer }: { answer: typeof ANSWER | null }) => {
  useSnapshot('/members', 'members.search', { query: { country: 'IT' } }, answer)
  return (
    <ul>
      {answer?.results.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}

const show = async (answer: typeof ANSWER | null) => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, ...(JSON.parse(body) as object) })
    return Response.json({})
  })
  history.replaceState(null, '', '/members/7/chat')
  putAnswer('user.get', {}, { user: aUser(), counts: { unread_messages: 0, new_likes: 0 } })
  const shown = render(<Screen answer={answer} />, { container: rootWith('') })
  return {
    ...shown,
    pass: async (ms: number) => {
      await act(async () => vi.advanceTimersByTimeAsync(ms))
      vi.useRealTimers()
      // The code that copies the markup is a file of its own.
      await vi.dynamicImportSettled()
    },
  }
}

test('[PWA-17] a screen that has settled is stored under the tag of what it shows', async () => {
  controlled.value = true
  const { pass } = await show(ANSWER)
  await pass(5_000)
  expect(sent).toEqual([
    expect.objectContaining({
      path: '/members',
      call: '/api/members?country=IT',
      tag: snapshotTag('members.search', ANSWER, aUser()),
      html: '<ul><li>Anna</li></ul>',
      locale: 'en',
    }),
  ])
})

test('[PWA-17] a screen that is left, still loads, is scrolled or has no worker is not stored', async () => {
  controlled.value = true
  const left = await show(ANSWER)
  left.unmount()
  await left.pass(5_000)
  const loading = await show(null)
  await loading.pass(5_000)
  vi.stubGlobal('scrollY', 300)
  const scrolled = await show(ANSWER)
  await scrolled.pass(5_000)
  vi.stubGlobal('scrollY', 0)
  controlled.value = false
  const alone = await show(ANSWER)
  await alone.pass(5_000)
  expect(sent).toEqual([])
})
