// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { controlled } from '../ports/service-worker.ts'
import { t } from '../state/i18n.ts'
import { putAnswer } from '../state/resource.ts'
import { answerCalls, setUpScreens } from '../testing/screen-page.tsx'
import { Lines } from './lines.tsx'

setUpScreens()

test('[PWA-3] [ACC-16] a device whose session was ended elsewhere says how much was deleted unsent, until the member closes the line', async () => {
  controlled.value = true
  putAnswer('device.state', {}, { connection: 'online', waiting: 0, failed: [], lost: 2 })
  await act(async () => void render(<Lines inConversation={false} />))
  expect(screen.getByRole('status').textContent).toContain(t('shell.lost', { count: 2 }))
  const asked = answerCalls({ 'device.lost.drop': {} })
  await act(async () => screen.getByRole('button', { name: t('ui.close') }).click())
  expect(asked.map(({ name }) => name)).toEqual(['device.lost.drop'])
})
