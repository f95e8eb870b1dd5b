import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import type { Settings } from '#contract/entities/settings.ts'
import { LockReason } from '../profile/lock-reason.tsx'
import { t } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { aUser } from '../../testing/factories.ts'
import { PackageList } from './packages.tsx'
import { PayForm } from './pay-form.tsx'
import { PayScreen } from './pay-screen.tsx'
import { PremiumClaim, PremiumScreen } from './premium-screen.tsx'
import { PricingScreen } from './pricing-screen.tsx'
import { RepeatOrderScreen } from './repeat-order-screen.tsx'
import { aPackage, aPriceList } from './testing.ts'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()

const shown = (what: ReactElement): string => renderToStaticMarkup(<Router ssrPath="/credits/15">{what}</Router>)

const FICTION = 'Some profiles are fictional'
const list = aPriceList()
const refresh = async (): Promise<void> => {}

const payForm = (pack = aPackage(15, 999)) =>
  shown(<PayForm list={list} pack={pack} code={{ entered: null, taken: true }} method="creditcard" refresh={refresh} />)

describe('[PAY-13] nothing is bought before price, credits and disclosure were on the screen', () => {
  test('price, credits and disclosure are above the button that buys', () => {
    const html = payForm()
    const button = html.indexOf('Pay €9.99')
    for (const words of ['15 credits', '€9.99', FICTION]) {
      expect(html).toContain(words)
      expect(html.indexOf(words)).toBeLessThan(button)
    }
    expect(html).toContain('aria-label="Pay €9.99 for 15 credits"')
  })

  test('[PAY-11] the request to begin at once is between them and the button, and describes it', () => {
    const html = payForm()
    const [request, button] = [html.indexOf(t('pay.beginAtOnce')), html.indexOf('aria-describedby="begin-at-once"')]
    expect(html).toContain(`<p id="begin-at-once"`)
    expect(request).toBeGreaterThan(html.indexOf(FICTION))
    expect(button).toBeGreaterThan(request)
  })

  test('remembering the method is not ticked beforehand', () => {
    const [box] = /<input[^>]*type="checkbox"[^>]*>/.exec(payForm()) ?? []
    expect(box).toBeDefined()
    expect(box).not.toContain('checked')
  })

  test('without a price list there is nothing to tap, but the disclosure is shown', () => {
    for (const screen of [
      <PayScreen key="pay" me={aUser()} id="15" method={null} />,
      <RepeatOrderScreen key="repeat" me={aUser()} />,
    ]) {
      const html = shown(screen)
      expect(html).not.toContain('<button')
      expect(html).toContain(FICTION)
    }
  })

  test('a full price is crossed out, and read out, only if the price is lower', () => {
    expect(payForm()).not.toContain('<s ')
    const html = payForm(aPackage(15, 999, 749))
    expect(html).toMatch(/<s [^>]*>€9\.99<\/s>/)
    expect(html).toContain('instead of €9.99')
    expect(html).toContain('Pay €7.49')
  })

  test('no trick in order or colour: every package looks alike, and the smallest is selected', () => {
    const html = shown(<PackageList packages={list.packages} selected="15" onSelect={() => {}} />)
    const labels = [...html.matchAll(/<label class="([^"]*)"/g)].map(([, look]) => look)
    expect(labels).toHaveLength(4)
    expect(new Set(labels).size).toBe(1)
    expect([...html.matchAll(/value="(\d+)"/g)].map(([, id]) => id)).toEqual(['15', '40', '100', '250'])
    expect(/value="(\d+)"[^>]*checked|checked=""[^>]*value="(\d+)"/.exec(html)?.slice(1)).toContain('15')
    // Rounded up, so that the price is never understated.
    expect(html).toContain('15 messages, €0.67 each')
  })
})

const claiming = (premium_claim: Settings['premium_claim']): string => {
  putAnswer('settings.get', {}, { settings: { ...DEFAULT_SETTINGS, premium_claim }, domain_language: 'en' })
  return shown(<PremiumClaim />)
}

describe('[PAY-14] the claim of Premium', () => {
  test('shows together with its source', () => {
    const html = claiming({ percentage: 46, source: 'Our own count of 2025' })
    expect(html).toContain('46% more chance to match')
    expect(html).toContain('Source: Our own count of 2025')
  })

  test('is missing without a source', () => {
    expect(claiming(null)).toBe('')
    expect(claiming({ percentage: 46, source: ' ' })).toBe('')
  })
})

describe('[SITE-13] visitors see what Premium is and what it costs', () => {
  test('with the disclosure, and a link to the signup', () => {
    for (const screen of [<PricingScreen key="pricing" me={null} />, <PremiumScreen key="premium" me={null} />]) {
      const html = shown(screen)
      expect(html).toContain('href="/signup"')
      expect(html).toContain(FICTION)
    }
    expect(shown(<PricingScreen me={null} />)).toContain('1 credit')
  })

  test('a member gets the link to the packages instead', () => {
    const html = shown(<PricingScreen me={aUser()} />)
    expect(html).toContain('href="/credits"')
    expect(html).not.toContain('href="/signup"')
  })
})

test('[PAY-12] a lock that needs Premium names it and links to it', () => {
  const html = shown(<LockReason lock="premium" name="Martina" count={null} />)
  expect(html).toContain('This feature is only for Premium members')
  expect(html).toContain('href="/premium"')
  expect(shown(<LockReason lock="private" name="Martina" count={1} />)).not.toContain('/premium')
})

test('[PROF-6] a private photo says to a free member alone that it also needs Premium', () => {
  const lock = <LockReason lock="private" name="Martina" count={2} />
  const counts = { unread_messages: 0, new_likes: 0 }
  putAnswer('user.get', {}, { user: aUser({ paid_user: false }), counts })
  expect(shown(lock)).toContain(t('photo.privatePremium'))
  putAnswer('user.get', {}, { user: aUser({ paid_user: true }), counts })
  expect(shown(lock)).not.toContain(t('photo.privatePremium'))
})
