import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import type { ProfileTile as Tile } from '#contract/rules/profile-tiles.ts'
import { loadAllTexts, showLocale, t } from '../../state/i18n.ts'
import { ProfileTile } from './profile-tile.tsx'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()

const textOf = (tile: Tile): string[] =>
  renderToStaticMarkup(<ProfileTile tile={tile} />)
    .split(/<[^>]*>/)
    .filter((text) => text !== '')
const OURS = 'Another service of ours, with prices of its own.'
const cam = { kind: 'cam', path: '/pages/faq' } as const

describe('[SITE-15] the badge of a cam tile', () => {
  test.each([
    ['live', 'Live'],
    ['exclusive', 'Exclusive'],
  ] as const)('%s is shown above the name, and the tile says that it is a service of ours', (badge, word) =>
    expect(textOf({ ...cam, badge })).toEqual([word, 'Live webcams', OURS]),
  )

  test('a tile without a badge shows none', () => expect(textOf(cam)).toEqual(['Live webcams', OURS]))

  test.each(LOCALES)('%s has a word of its own for each badge', async (locale) => {
    await showLocale(locale)
    await loadAllTexts()
    for (const badge of ['live', 'exclusive'] as const) expect(textOf({ ...cam, badge })[0]).toBe(t(`tile.${badge}`))
    expect(t('tile.live')).not.toBe(t('tile.exclusive'))
  })
})
