import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { partsOf } from './links.ts'

const links = (text: string) => partsOf(text).flatMap(({ text, href }) => (href === null ? [] : [`${text} > ${href}`]))

describe('links in messages [SAFE-5]', () => {
  test('http and https become links, without the punctuation that ends the sentence', () => {
    expect(links('See https://example.org/a, or (http://example.org/b).')).toEqual([
      'https://example.org/a > https://example.org/a',
      'http://example.org/b > http://example.org/b',
    ])
  })

  test('a browser without `URL.parse` shows them too', () => {
    const parse = vi.spyOn(URL, 'parse').mockImplementation(() => {
      throw new TypeError('URL.parse is not a function')
    })
    expect(links('https://example.org/ and https://')).toEqual(['https://example.org/ > https://example.org/'])
    parse.mockRestore()
  })

  test('a mark of direction ends an address, which it would show backwards', () => {
    expect(links('https://evil.example/\u202emoc.knab//:sptth')).toEqual([
      'https://evil.example/ > https://evil.example/',
    ])
  })

  test('a bracket that the address opened stays in it', () => {
    expect(links('https://example.org/wiki/Rome_(film)')).toEqual([
      'https://example.org/wiki/Rome_(film) > https://example.org/wiki/Rome_(film)',
    ])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://bank.example@evil.example/',
    'https://user:pass@evil.example/',
    'https://',
    '<a href="x">y</a>',
    'intent://x',
  ])('%s stays text', (text) => {
    expect(links(text)).toEqual([])
  })

  test('no text is lost, and every link is http or https', () => {
    const words = fc.constantFrom(
      'https://a.example/x',
      'http://b.example',
      'javascript:x',
      ' ',
      '.',
      ')',
      '(',
      '\n',
      '@',
      '<',
      'é',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('')
        const parts = partsOf(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        const hrefs = parts.flatMap(({ href }) => href ?? [])
        expect(hrefs.filter((href) => !/^https?:\/\//u.test(href))).toEqual([])
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})
