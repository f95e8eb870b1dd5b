// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { installPrompt } from '../../ports/installation.ts'
import { t } from '../../state/i18n.ts'
import { installAsked } from '../../state/open-dialogs.ts'
import { toasts } from '../../state/toasts.ts'
import { setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { InstallDialog, InstallRow } from './install-dialog.tsx'

setUpScreens()
afterEach(() => {
  installPrompt.value = null
  installAsked.value = false
})

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1'
const steps = () => document.querySelectorAll('ol > li')
const row = () => screen.queryByRole('button', { name: new RegExp(t('shell.installApp')) })

test('[PWA-9] [PWA-5] on an iPhone the dialog shows three steps in pictures, and says that notifications need the app', async () => {
  vi.stubGlobal('navigator', { userAgent: IPHONE, maxTouchPoints: 5 })
  await showAt('/notifications', <InstallDialog />)
  expect(steps()).toHaveLength(3)
  expect([...steps()].every((step) => step.querySelector('svg[viewBox="0 0 288 104"]') !== null)).toBe(true)
  expect(screen.getByText(t('install.iosChoose', { choice: t('install.addToHome') }))).toBeDefined()
  expect(screen.getByText(t('install.iosPush'))).toBeDefined()
})

test('[PWA-9] a browser with a prompt of its own shows no steps, and prompts by a tap', async () => {
  const prompt = vi.fn<() => Promise<void>>(async () => {})
  installPrompt.value = Object.assign(new Event('beforeinstallprompt'), {
    prompt,
    userChoice: Promise.resolve({ outcome: 'accepted' as const }),
  })
  installAsked.value = true
  await showAt('/notifications', <InstallDialog />)
  expect(steps()).toHaveLength(0)
  expect(prompt).not.toHaveBeenCalled()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('install.action') })))
  expect(prompt).toHaveBeenCalledOnce()
  expect(toasts.value.map(({ text }) => text)).toEqual([t('install.done')])
  expect(installAsked.value).toBe(false)
})

test('[PWA-9] a member who does not want to install now closes the dialog, and no prompt opens', async () => {
  const prompt = vi.fn<() => Promise<void>>(async () => {})
  installPrompt.value = Object.assign(new Event('beforeinstallprompt'), {
    prompt,
    userChoice: Promise.resolve({ outcome: 'dismissed' as const }),
  })
  await showAt('/notifications', <InstallDialog />)
  for (const name of [t('alert.dismiss'), t('ui.close')]) {
    installAsked.value = true
    fireEvent.click(screen.getByRole('button', { name }))
    expect(installAsked.value).toBe(false)
  }
  expect(prompt).not.toHaveBeenCalled()
})

test('[PWA-9] the row for installing opens the dialog, and the installed app does not have it', async () => {
  await showAt('/notifications', <InstallRow />)
  fireEvent.click(row() ?? document.body)
  expect(installAsked.value).toBe(true)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await showAt('/notifications', <InstallRow key="installed" />)
  expect(document.querySelectorAll('button')).toHaveLength(1)
})
