// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { t } from '../../state/i18n.ts'
import { setSite, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { IndexScreen } from './index-screen.tsx'

setUpScreens()

describe('[SITE-13] the front page', () => {
  test('leads a visitor to the signup and to search', async () => {
    await showAt('/', <IndexScreen />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('index.headline'))
    expect(screen.getByRole('link', { name: t('index.signup') }).getAttribute('href')).toBe('/signup')
    expect(screen.getByRole('link', { name: t('index.lookAround') }).getAttribute('href')).toBe('/members')
  })

  test('[SITE-15] says the gift, the price and the age of the site', async () => {
    setSite({ signup_credits: 9, message_credits: 3, min_age: 21 })
    await showAt('/', <IndexScreen />)
    expect(screen.getByText(t('index.leadCredits', { count: 9 }))).toBeDefined()
    expect(screen.getByText(t('index.placeText', { age: 21 }))).toBeDefined()
    expect(screen.getByText(/^3 credits each/)).toBeDefined()
  })
})
