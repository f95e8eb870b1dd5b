/** The result of a link in the activation mail [ACC-6]. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { aUser } from '../../testing/factories.ts'
import { ActivateScreen } from './activate-screen.tsx'

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
  await showLocale('en')
  await loadAllTexts()
})

const NO_COUNTS = { unread_messages: 0, new_likes: 0 }
const shown = (answer: Parameters<typeof putAnswer<'user.get'>>[2]): string => {
  putAnswer('user.get', {}, answer)
  return renderToStaticMarkup(
    <Router ssrPath="/activate/error">
      <ActivateScreen done={false} />
    </Router>,
  )
}

test('[ACC-6] a confirmed member who opens a used link does not read that the activation failed', () => {
  const page = shown({ user: aUser({ status: 'active' }), counts: NO_COUNTS })
  expect(page).toContain('E-mail confirmed')
  expect(page).not.toContain('failed')
  expect(page).toContain('href="/members"')
})

test('[ACC-6] an unconfirmed member gets a way to a new mail, and a visitor a way to the login', () => {
  expect(shown({ user: aUser({ status: 'not_confirmed' }), counts: NO_COUNTS })).toMatch(/<button[^>]*>/)
  expect(shown({ user: null, counts: null })).toContain('href="/login"')
})
