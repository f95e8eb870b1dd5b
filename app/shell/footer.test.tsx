// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MeScreen } from '../features/me/me-screen.tsx'
import { showLocale, t } from '../state/i18n.ts'
import { putAnswer } from '../state/resource.ts'
import { aUser } from '../testing/factories.ts'
import { answerCalls } from '../testing/screen-page.tsx'
import { Footer } from './footer.tsx'
import { setUpTexts } from '../testing/texts.ts'

setUpTexts()
afterEach(cleanup)

test('[SHELL-12] visitors have a footer; members find its links and notices in Me', async () => {
  answerCalls({})
  putAnswer('user.get', {}, { user: null, counts: null })
  render(<Footer />)
  expect(screen.getByRole('contentinfo')).toBeDefined()
  cleanup()

  const me = aUser()
  putAnswer('user.get', {}, { user: me, counts: { unread_messages: 0, new_likes: 0 } })
  render(<Footer />)
  expect(screen.queryByRole('contentinfo')).toBeNull()
  cleanup()

  await act(async () => void render(<MeScreen me={me} />))
  const row = screen.getByText(t('footer.help')).closest('details')
  if (!row) throw new Error('Me has no row with help and legal pages.')
  row.open = true
  await act(async () => void fireEvent(row, new Event('toggle')))
  for (const key of ['footer.terms', 'footer.privacy', 'footer.complaints', 'footer.faq'] as const)
    expect(await screen.findByRole('link', { name: t(key) })).toBeDefined()
  expect(row.textContent).toContain('18 U.S.C. § 2257')
})

test('[SHELL-12] the notices for the United States show with English alone', async () => {
  answerCalls({})
  putAnswer('user.get', {}, { user: null, counts: null })
  const { container } = render(<Footer />)
  expect(container.textContent).toContain('18 U.S.C. § 2257')
  await act(() => showLocale('it'))
  expect(container.textContent).not.toContain('18 U.S.C. § 2257')
  await act(() => showLocale('en'))
})
