/** The result of a link in the activation mail [ACC-6]. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { expect, test } from 'vitest'
import { t } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { aUser } from '../../testing/factories.ts'
import { ActivateScreen } from './activate-screen.tsx'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()

const NO_COUNTS = { unread_messages: 0, new_likes: 0 }
const shown = (answer: Parameters<typeof putAnswer<'user.get'>>[2], done = false): string => {
  putAnswer('user.get', {}, answer)
  return renderToStaticMarkup(
    <Router ssrPath={done ? '/activate/done' : '/activate/error'}>
      <ActivateScreen done={done} />
    </Router>,
  )
}

test('[ACC-6] a confirmed member who opens a used link does not read that the activation failed', () => {
  const page = shown({ user: aUser({ status: 'active' }), counts: NO_COUNTS })
  expect(page).toContain(t('activation.done'))
  expect(page).not.toContain('failed')
  expect(page).toContain('href="/members"')
})

test('[ACC-6] an unconfirmed member gets a way to a new mail, and a visitor a way to the login', () => {
  expect(shown({ user: aUser({ status: 'not_confirmed' }), counts: NO_COUNTS })).toMatch(/<button[^>]*>/)
  expect(shown({ user: null, counts: null })).toContain('href="/login"')
})

test.each([true, false])(
  '[GUARD-6] [ACC-6] whoever still needs a check of the age does not read that others find the profile, link worked: %s',
  (done) => {
    const due = (age_due: number | null) =>
      shown({ user: aUser({ status: 'active', age_due }), counts: NO_COUNTS }, done)
    const promise = done ? t('activate.hereText') : t('activation.doneText')
    expect(due(null)).toContain(promise)
    expect(due(1)).not.toContain(promise)
    expect(due(1)).toContain(t('activation.doneAge'))
  },
)

test('[GUARD-6] [ACC-6] a visitor with a confirmed address is only asked to log in, since the country is unknown', () => {
  expect(shown({ user: null, counts: null }, true)).not.toContain(t('activation.doneText'))
})
