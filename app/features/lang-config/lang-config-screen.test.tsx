// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { locale, showChosenLocale, showLocale, t } from '../../state/i18n.ts'
import { setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { LangConfigScreen, localesOnDevice } from './lang-config-screen.tsx'

vi.mock('../../state/i18n.ts', { spy: true })
setUpScreens()

test('[SITE-2] a language is on the device when all its texts are, and the current one always is', () => {
  const files = ['/assets/de-BqiTZVUN.js', '/assets/de-CpSxR1y0.js', '/assets/fr-CpSxR1y0.js', '/assets/dex-1.js']
  expect([...localesOnDevice(files, 'pl')]).toEqual(['de', 'pl'])
  expect([...localesOnDevice([], 'it')]).toEqual(['it'])
})

const choose = (name: RegExp) => act(async () => screen.getByRole('button', { name }).click())

test('[SITE-2] a tap on a language shows it, and one that cannot be loaded leaves the current one with a reason', async () => {
  await showAt('/lang-config', <LangConfigScreen />)
  const change = vi.mocked(showChosenLocale).mockRejectedValueOnce(new TypeError('no network'))
  await choose(/Polski/)
  expect([locale.value, screen.getByRole('status').textContent]).toEqual(['en', t('shell.languageFailed')])
  await choose(/English/)
  expect(change, 'the current language is not loaded again').toHaveBeenCalledTimes(1)
  await choose(/Deutsch/)
  await vi.waitFor(() => expect(locale.value).toBe('de'))
  expect(screen.getByRole('status').textContent).toBe('')
  await showLocale('en')
})
