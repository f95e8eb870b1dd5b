// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RangeSlider } from './range-slider.tsx'

afterEach(cleanup)

/** A slider from 18 to 98 on a line of 160 px between the middles of its thumbs, which are 28 px wide. */
const show = (value: [number, number]) => {
  const onChange = vi.fn<(value: [number, number]) => void>()
  render(<RangeSlider label="Age" names={['From', 'To']} min={18} max={98} value={value} onChange={onChange} />)
  const from = screen.getByRole('slider', { name: 'From' })
  from.style.setProperty('--thumb', '28px')
  from.getBoundingClientRect = () => new DOMRect(100, 50, 188, 44)
  const group = screen.getByRole('group', { name: 'Age' })
  const press = (clientX: number, clientY = 70, target: Element = group): void => {
    fireEvent.pointerDown(target)
    fireEvent.click(group, { clientX, clientY })
  }
  return { onChange, press, from }
}

test('[SHELL-19] a press on the line brings the nearer thumb there, so that nobody has to drag', () => {
  const { onChange, press } = show([28, 58])
  press(114 + 2 * 4)
  expect(onChange).toHaveBeenLastCalledWith([22, 58])
  expect(document.activeElement).toBe(screen.getByRole('slider', { name: 'From' }))
  press(114 + 2 * 30)
  expect(onChange).toHaveBeenLastCalledWith([28, 48])
  expect(document.activeElement).toBe(screen.getByRole('slider', { name: 'To' }))
  press(114 + 2 * 90)
  expect(onChange).toHaveBeenLastCalledWith([28, 98])
})

test('[SHELL-19] two thumbs in one place part to the side of the press', () => {
  const { onChange, press } = show([40, 40])
  press(114 + 2 * 12)
  expect(onChange).toHaveBeenLastCalledWith([30, 40])
  press(114 + 2 * 52)
  expect(onChange).toHaveBeenLastCalledWith([40, 70])
})

test('a drag that ends on the line and a press on the numbers below it move nothing', () => {
  const { onChange, press, from } = show([28, 58])
  press(180, 70, from)
  press(180, 100)
  expect(onChange).not.toHaveBeenCalled()
})
