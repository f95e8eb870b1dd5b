import { expect, test } from 'vitest'
import { commandLine, oneOf } from './cli.ts'

test('an option may be anywhere, with a blank or an equals sign', () => {
  const expected = { words: ['set', 'name', 'Site'], options: { domain: 'a.test' } }
  expect(commandLine(['set', 'name', 'Site', '--domain', 'a.test'], ['domain'])).toEqual(expected)
  expect(commandLine(['--domain=a.test', 'set', 'name', 'Site'], ['domain'])).toEqual(expected)
})

test('words that only look like options stay words in their place', () => {
  const words = ['letter', 'answer', '5', 'upheld', '-abc', '--', '--no', 'x=1', '-']
  expect(commandLine(words, ['domain'])).toEqual({ words, options: {} })
})

test('an option without its value is empty', () => {
  expect(commandLine(['list', '--domain'], ['domain'])).toEqual({ words: ['list'], options: { domain: '' } })
})

test('a word that is not in the list is refused with the list', () => {
  expect(oneOf(['on', 'off'], 'on')).toBe('on')
  expect(() => oneOf(['on', 'off'], 'up', 'status')).toThrow('status: “up” is none of: on, off.')
})
