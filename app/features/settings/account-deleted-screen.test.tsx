/** The page after a deletion says only what is true [ACC-12]. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { aUser } from '../../testing/factories.ts'
import { AccountDeletedScreen } from './account-deleted-screen.tsx'

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
  await showLocale('en')
  await loadAllTexts()
})

const NO_COUNTS = { unread_messages: 0, new_likes: 0 }

test.each([
  ['a visitor', { user: null, counts: null }, 'href="/"'],
  ['a member', { user: aUser(), counts: NO_COUNTS }, 'href="/members"'],
] as const)('[ACC-12] %s who has deleted nothing reads that nothing was deleted', (_, answer, wayOn) => {
  putAnswer('user.get', {}, answer)
  const shown = renderToStaticMarkup(
    <Router ssrPath="/account-deleted">
      <AccountDeletedScreen />
    </Router>,
  )
  expect(shown).toContain('Nothing was deleted here')
  expect(shown).not.toContain('Your account is being deleted')
  expect(shown).toContain(wayOn)
})
