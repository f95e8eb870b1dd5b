// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { seenAt } from './moving-photo.ts'

const photoIn = (box: DOMRect, natural: [number, number], style: string): HTMLImageElement => {
  document.body.innerHTML = `<span style="border-radius: 12px"><img alt="" style="${style}"></span>`
  const photo = document.querySelector('img')
  if (photo === null) throw new Error('no photo')
  vi.spyOn(photo, 'naturalWidth', 'get').mockReturnValue(natural[0])
  vi.spyOn(photo, 'naturalHeight', 'get').mockReturnValue(natural[1])
  vi.spyOn(photo, 'getBoundingClientRect').mockReturnValue(box)
  return photo
}

test('[SHELL-19] finds the whole photo around the part that an image shows', () => {
  // 400 × 600 pixels cover 200 × 200 with 200 × 300: of the 100 that are cut off, 30 are above.
  const portrait = photoIn(new DOMRect(50, 60, 200, 200), [400, 600], 'object-position: 50% 30%')
  expect(seenAt(portrait)).toEqual({ left: 50, top: 30, width: 200, height: 300, cut: [30, 0, 70, 0], radius: 12 })
  const wide = photoIn(new DOMRect(0, 0, 100, 200), [300, 300], 'object-position: 50% 30%')
  expect(seenAt(wide)).toEqual({ left: -50, top: 0, width: 200, height: 200, cut: [0, 50, 0, 50], radius: 12 })
})

test('[SHELL-19] a photo with half its width as radius is a circle', () => {
  const avatar = photoIn(new DOMRect(0, 0, 56, 56), [80, 80], 'object-position: 50% 42%; border-radius: 50%')
  expect(seenAt(avatar)?.radius).toBe(28)
})

test('[SHELL-19] a photo that has not been loaded has no parts', () => {
  expect(seenAt(photoIn(new DOMRect(0, 0, 56, 56), [0, 0], ''))).toBeNull()
})
