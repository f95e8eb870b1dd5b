import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { expect, test, vi } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { loadAllTexts, showLocale } from '../../state/i18n.ts'
import { EMPTY_DRAFT } from './account-data.ts'
import { AccountStep } from './account-step.tsx'

test.each(LOCALES)('[ACC-21] signup links to terms and privacy directly above its button, in %s', async (locale) => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: locale } })
  await showLocale(locale)
  await loadAllTexts()
  const html = renderToStaticMarkup(
    <Router ssrPath="/signup">
      <AccountStep
        draft={EMPTY_DRAFT}
        errors={{}}
        change={() => {}}
        town={null}
        photo={null}
        seen={{ draft: EMPTY_DRAFT, town: null, photo: null }}
        onRefused={() => {}}
        onPlaceRefused={() => {}}
      />
    </Router>,
  )
  const links = [...html.matchAll(/<a href="(\/pages\/[^"]+)" target="_blank"/g)].map(([, path]) => path)
  expect(links).toEqual(['/pages/terms', '/pages/privacy'])
  expect(html.lastIndexOf('/pages/privacy')).toBeLessThan(html.indexOf('type="submit"'))
})
