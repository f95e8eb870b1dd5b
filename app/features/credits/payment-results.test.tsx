import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { expect, test } from 'vitest'
import { CompletedPayment } from './payment-results.tsx'
import { aPayment } from './testing.ts'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()

const completed = (waiting: string): string =>
  renderToStaticMarkup(
    <Router ssrPath="/credits/40">
      <CompletedPayment payment={aPayment({ credits: 40 })} credits={44} back={null} waiting={waiting} />
    </Router>,
  )

test('[PAY-5] a completed purchase shows what was bought as a picture, and says it in words', () => {
  const html = completed('')
  expect(html).toMatch(/aria-hidden="true">.*class="[^"]*disc[^"]*">40</)
  expect(html).toMatch(/<h2>[^<]*40 credits/)
  expect(html).toContain('44 credits')
  expect(html).not.toContain('waiting')
})

test('the message that the purchase interrupted comes after the words', () => {
  const html = completed('Ciao Anna')
  expect(html.indexOf('Ciao Anna')).toBeGreaterThan(html.indexOf('</h2>'))
})
