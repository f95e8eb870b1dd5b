import { expect, test } from 'vitest'
import { locale } from '../../state/i18n.ts'
import { numberOf, sizeOf } from './size.ts'

test('[PWA-13] sizes use the numbers and units of the language', () => {
  locale.value = 'de'
  expect(sizeOf(3_450_000).replaceAll('\u00A0', ' ')).toBe('3,5 MB')
  expect(sizeOf(11_000_000_000).replaceAll('\u00A0', ' ')).toBe('11 GB')
  expect(numberOf(20_000)).toBe('20.000')
  locale.value = 'en'
  expect(sizeOf(424_000)).toBe('424 kB')
  expect(sizeOf(0)).toBe('0 byte')
  expect(numberOf(20_000)).toBe('20,000')
})
