// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { takeDroppedFiles, watchDroppedFiles } from './dropped-files.ts'

const SEA = new File(['x'], 'sea.jpg', { type: 'image/jpeg' })
const taken: string[] = []

beforeAll(watchDroppedFiles)
beforeEach(() => {
  taken.length = 0
  document.body.innerHTML = '<main></main>'
})

/** @returns the event after the page has seen it */
const drag = (type: 'dragover' | 'drop', carried = { types: ['Files'], files: [SEA] }) => {
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
    dataTransfer: { ...carried, dropEffect: 'move' },
  })
  document.querySelector('main')?.dispatchEvent(event)
  return event
}
const take = () => takeDroppedFiles((files) => taken.push(...files.map(({ name }) => name)))

test('[CHAT-2] a file that nothing takes does not replace the app', () => {
  for (const type of ['dragover', 'drop'] as const) {
    const event = drag(type)
    expect(event.defaultPrevented).toBe(true)
    expect(event.dataTransfer.dropEffect).toBe('none')
  }
})

test('[CHAT-2] a file is taken wherever it is dropped, until the screen takes no more', () => {
  const end = take()
  expect(drag('dragover').dataTransfer.dropEffect).toBe('copy')
  expect(taken).toEqual([])
  drag('drop')
  expect(taken).toEqual(['sea.jpg'])
  end()
  drag('drop')
  expect(taken).toEqual(['sea.jpg'])
})

test('[CHAT-2] a dialog over the screen, and a place of its own for files, leave the screen without the file', () => {
  const end = take()
  document.querySelector('main')?.addEventListener('drop', (event) => event.preventDefault(), { once: true })
  drag('drop')
  document.body.insertAdjacentHTML('beforeend', '<dialog open></dialog>')
  drag('drop')
  expect(taken).toEqual([])
  end()
})

test('a dragged text or link is left to the browser and its fields', () => {
  expect(drag('drop', { types: ['text/plain'], files: [] }).defaultPrevented).toBe(false)
})
