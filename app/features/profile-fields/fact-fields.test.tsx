/** Every fact of the table goes the whole way through the app: the forms, the member's own sections, the sheet for others. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { FACT_NAMES, PROFILE_FACTS, noFacts } from '#contract/entities/profile-facts.ts'
import { loadAllTexts, showLocale, t } from '../../state/i18n.ts'
import { anOwnProfile, aUser } from '../../testing/factories.ts'
import { ProfileSections } from '../me/profile-sections.tsx'
import { ProfileSheet } from '../profile/profile-sheet.tsx'
import { ConsentBox } from './consent-box.tsx'
import { DesireFields, LookFields } from './fact-fields.tsx'
import { factLabel, factText } from './fact-texts.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
  vi.stubGlobal('location', { hash: '' })
  await showLocale('en')
  await loadAllTexts()
})

const render = (node: React.ReactNode): string => renderToStaticMarkup(<Router ssrPath="/profile">{node}</Router>)
const nothing = (): void => {}

test.each([
  [true, true, false],
  [true, false, false],
  [false, false, false],
  [false, true, true],
])('[ACC-18] a consent (%s) beside answers (%s) warns that unticking it erased them: %s', (given, hasData, warns) => {
  const html = render(<ConsentBox given={given} hasData={hasData} onChange={nothing} />)
  expect(html.includes(t('consent.sensitiveErases'))).toBe(warns)
})

describe.each(FACT_NAMES)('[PROF-1] the fact %s', (name) => {
  const { options, sensitive, seenBy } = PROFILE_FACTS[name]
  const [option] = options
  const unanswered = anOwnProfile(noFacts(FACT_NAMES))
  const answered = { ...unanswered, [name]: option }

  test('has a select with every option in one form: sensitive facts in the form below the consent', () => {
    const forms = [
      render(<LookFields value={answered} onChange={nothing} errors={{}} />),
      render(<DesireFields value={answered} onChange={nothing} errors={{}} />),
    ]
    expect(forms.map((form) => form.includes(`name="${name}"`))).toEqual([!sensitive, sensitive])
    const form = forms[sensitive ? 1 : 0] ?? ''
    for (const value of options) expect(form).toContain(`value="${value}"`)
    expect(form).toContain(`<option value="${option}" selected="">${factText(name, option)}</option>`)
    expect(form).toContain(factLabel(name))
  })

  test('is in the sections of the own profile once it is answered', () => {
    const sections = (profile: typeof answered): string => render(<ProfileSections me={aUser({ profile })} />)
    expect(sections(answered)).toContain(factText(name, option))
    expect(sections(unanswered)).not.toContain(`>${factText(name, option)}<`)
  })

  test('is in the sheet for others unless only its owner sees it', () => {
    const sheet = render(<ProfileSheet profile={answered} me={null} thumbs={null} actions={null} />)
    for (const words of [factLabel(name), factText(name, option)])
      expect([words, sheet.includes(`>${words}<`)]).toEqual([words, seenBy !== 'owner'])
  })
})
