/** The proof of work of a signup in a browser: a web worker solves it while a person fills in the form [GUARD-5]. */
import { expect } from 'playwright/test'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { signUpClient } from './support/client.ts'
import { fillAccount, person, stepButton, stepHeading } from './support/people.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'

test.use({ hasLimits: true })

test('[GUARD-5] the first signup of a network that needs a proof sends one, and the person sees no trace of it', async ({
  page,
  product,
}) => {
  for (let signup = 0; signup < DEFAULT_SITE_SETTINGS.signups_before_proof; signup += 1)
    await signUpClient(product.url, person(`Before${signup}`))
  await expect(signUpClient(product.url, person('Bot'))).rejects.toThrow('proof_needed')

  const asked = page.waitForResponse('**/api/signup/challenge')
  const worker = page.waitForEvent('worker')
  await page.goto('/signup')
  await fillAccount(page, person('Mia'))
  expect(await (await asked).json()).toMatchObject({ challenge: expect.any(String), bits: 14 })
  await worker
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/signup'))
  await stepButton(page, 'signup.submit').click()
  expect((await sent).postDataJSON()).toMatchObject({ proof: { bits: 14 } })
  await expect(stepHeading(page, text('activation.title'))).toBeVisible()
  // A person who was asked for nothing and refused nothing.
  await expect(page.getByRole('alert')).toHaveCount(0)
})
