// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Gift } from '#contract/entities/chat.ts'
import { t } from '../../state/i18n.ts'
import { readReturnPlace } from '../credits/purchase-storage.ts'
import { setSite, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { giftName } from '../chats/message-words.ts'
import { GiftPicker } from './gift-picker.tsx'

setUpScreens()

const onSend = vi.fn<(gift: Gift) => void>()
const onClose = vi.fn<() => void>()
beforeEach(() => {
  onSend.mockClear()
  onClose.mockClear()
})

const show = (change: { credits?: number; fictional?: boolean } = {}) =>
  showAt(
    '/members/7',
    <GiftPicker name="Martina" fictional={false} credits={10} onSend={onSend} onClose={onClose} {...change} />,
  )
const choose = (gift: Gift) => fireEvent.click(screen.getByRole('radio', { name: giftName(gift) }))

describe('[CHAT-2] the sheet of gifts', () => {
  test('sends nothing before a gift is chosen, and then the chosen one, once, and closes', async () => {
    await show()
    const send = screen.getByRole<HTMLButtonElement>('button', { name: t('gift.choose') })
    expect(send.disabled).toBe(true)
    choose('rose')
    fireEvent.click(screen.getByRole('button', { name: t('gift.send', { gift: giftName('rose') }) }))
    expect(onSend.mock.calls).toEqual([['rose']])
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('says its price and the credits that are left before anything is sent', async () => {
    setSite({ gift_credits: 5 })
    await show({ credits: 5 })
    expect(screen.getByText(t('gift.cost', { count: 5 }))).toBeDefined()
    expect(screen.getByText(t('chat.left', { count: 5 }))).toBeDefined()
    expect(screen.queryByText(t('gift.short'))).toBeNull()
  })

  test('[CHAT-15] cannot be sent with too few credits, and leads to more of them and back', async () => {
    setSite({ gift_credits: 5 })
    await show({ credits: 4 })
    choose('rose')
    expect(screen.getByRole('status').textContent).toBe(t('gift.short'))
    fireEvent.submit(document.querySelector('form') ?? document.body)
    expect(onSend).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('link', { name: t('chat.getCredits') }))
    expect(readReturnPlace()?.path).toBe('/members/7')
  })

  test('[SAFE-7] says before the payment that a profile is fictional, and of nobody else', async () => {
    await show({ fictional: true })
    expect(screen.getByText(t('gift.fictional'), { exact: false })).toBeDefined()
  })
})
