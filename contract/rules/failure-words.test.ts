import { describe, expect, test } from 'vitest'
import { FAILURE_WORDS_MAX, failureWords } from './failure-words.ts'

describe('[SHELL-5] the words of a failure', () => {
  test('are its name and message, without the stack', () => {
    expect(failureWords(new TypeError('x is not a function'))).toBe('TypeError: x is not a function')
    expect(failureWords('just so')).toBe('just so')
  })

  test('[SAFE-9] contain no personal data', () => {
    const told = new Error(
      'anna@example.org at /members?token=abc of +39 333 123 4567 and 9f8e7d6c5b4a39281706f5e4d3c2b1a0ff',
    )
    expect(failureWords(told)).toBe('Error: … at /members… of … and …')
  })

  test('are one line of limited length', () => {
    expect(failureWords('\none\n  two\n')).toBe('one two')
    expect(failureWords('word '.repeat(200))).toHaveLength(FAILURE_WORDS_MAX)
  })
})
