// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { activation, NOT_ASKED } from '../state/activation.ts'
import { t } from '../state/i18n.ts'
import { aUser } from '../testing/factories.ts'
import { enterAs, setUpScreens } from '../testing/screen-page.tsx'
import { ActivationNote } from './activation-note.tsx'

setUpScreens()

describe('[ACC-6] the note about the address', () => {
  test('says what to do, also after the mail was sent', async () => {
    enterAs(aUser({ status: 'not_confirmed' }))
    await act(async () => void render(<ActivationNote />))
    expect(screen.getByRole('status').textContent).toBe(t('activation.remind'))
    await act(async () => void (activation.value = { ...NOT_ASKED, sent: true }))
    const said = screen.getByRole('status').textContent
    expect(said).toContain(t('activation.sent'))
    expect(said).toContain(t('activation.remind'))
  })
})
