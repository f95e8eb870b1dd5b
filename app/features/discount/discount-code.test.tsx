// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { t } from '../../state/i18n.ts'
import { aDiscountCode } from '../../testing/factories.ts'
import { answerCalls, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { DiscountCodeRow } from './discount-code.tsx'

setUpScreens()

const onChange = vi.fn<(code: string | null) => void>()
const show = async (value: string | null, applied?: string): Promise<void> => {
  onChange.mockClear()
  await showAt('/credits', <DiscountCodeRow value={value} applied={applied} onChange={onChange} />)
}
const enter = async (code: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name: t('discount.enter') }))
  fireEvent.change(screen.getByLabelText(t('discount.code')), { target: { value: code } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('discount.apply') })))
}

describe('[PAY-7] the row of a discount code', () => {
  test.each([
    ['discount_not_found', 'error.discount_not_found'],
    ['discount_expired', 'error.discount_expired'],
  ] as const)('says %s at the focused field, and takes no code', async (error, text) => {
    answerCalls({ 'discountcode.get': error })
    await show(null)
    await enter('half')
    expect(document.activeElement?.getAttribute('name')).toBe('code')
    expect(screen.getByText(t(text))).toBeDefined()
    expect(onChange).not.toHaveBeenCalled()
  })

  test('[SHELL-19] opens with the focus in its field', async () => {
    answerCalls({})
    await show(null)
    fireEvent.click(screen.getByRole('button', { name: t('discount.enter') }))
    expect(document.activeElement).toBe(screen.getByLabelText(t('discount.code')))
  })

  test('asks for a code before it asks the server', async () => {
    const asked = answerCalls({})
    await show(null)
    await enter(' ')
    expect(screen.getByText(t('field.required'))).toBeDefined()
    expect(asked).toEqual([])
  })

  test('keeps a text that is too long for a code, says so, and does not ask the server', async () => {
    const asked = answerCalls({})
    await show(null)
    const text = 'Use the code SUMMER25 until the end of August.'
    await enter(text)
    expect(screen.getAllByText(t('ui.tooLong', { count: text.length - 40 }))).not.toEqual([])
    expect([asked, screen.getByLabelText<HTMLInputElement>(t('discount.code')).value]).toEqual([[], text])
  })

  test('takes a good code without its blanks and in capitals', async () => {
    const asked = answerCalls({
      'discountcode.get': {
        discountcode: { ...aDiscountCode(), code: 'HALF' },
        time_bonus: { isVisible: false, ends_at: null },
        price_rises_at: null,
      },
    })
    await show(null)
    await enter(' half ')
    expect(asked.map(({ query }) => query)).toEqual(['code=HALF'])
    expect(onChange.mock.calls).toEqual([['HALF']])
  })

  test('says why a code that was taken before counts no more', async () => {
    answerCalls({ 'discountcode.get': 'discount_expired' })
    await show('HALF')
    expect(await screen.findByText(t('error.discount_expired'))).toBeDefined()
  })

  test('says that a better discount stays in force, and can be removed', async () => {
    answerCalls({
      'discountcode.get': {
        discountcode: { ...aDiscountCode(), code: 'TIMEBONUS25' },
        time_bonus: { isVisible: true, ends_at: 1 },
        price_rises_at: 1,
      },
    })
    await show('LITTLE')
    expect(await screen.findByText(t('discount.better'))).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: t('discount.remove', { code: 'LITTLE' }) }))
    expect(onChange.mock.calls).toEqual([[null]])
  })
})
