// @vitest-environment happy-dom
import { useState } from 'react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PROMPTS, PROMPTS_MAX, type PromptAnswer } from '#contract/entities/prompts.ts'
import { t } from '../../state/i18n.ts'
import { PromptFields } from './prompt-fields.tsx'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()
afterEach(cleanup)

type Prompts = readonly PromptAnswer[]
const Form = ({ onChange }: { onChange: (prompts: Prompts) => void }) => {
  const [prompts, setPrompts] = useState<PromptAnswer[]>([])
  return (
    <PromptFields
      value={prompts}
      onChange={(next) => {
        setPrompts(next)
        onChange(next)
      }}
      errors={{}}
    />
  )
}
const add = () => fireEvent.click(screen.getByRole('button', { name: t('me.promptAdd') }))
const chosen = () => screen.getAllByLabelText<HTMLSelectElement>(t('me.promptChoose'))
const change = (label: string, index: number, to: string): void => {
  const field = screen.getAllByLabelText(label)[index]
  if (!field) throw new Error(`no field ${label}`)
  fireEvent.change(field, { target: { value: to } })
}

test('[PROF-15] prompts can be added up to their number, each once, and changed, answered and removed alone', () => {
  let value: Prompts = []
  render(<Form onChange={(next) => (value = next)} />)
  const [first, second] = PROMPTS
  for (let count = 0; count < PROMPTS_MAX; count += 1) add()
  expect(screen.queryByRole('button', { name: t('me.promptAdd') })).toBeNull()
  expect(new Set(value.map(({ prompt }) => prompt)).size).toBe(PROMPTS_MAX)
  change(t('me.promptAnswer'), 1, 'On a ferry')
  expect(value.map(({ answer }) => answer)).toEqual(['', 'On a ferry', ...Array(PROMPTS_MAX - 2).fill('')])
  const [remove] = screen.getAllByRole('button', { name: t('me.promptRemove') })
  fireEvent.click(remove ?? document.body)
  expect(value[0]).toEqual({ prompt: second, answer: 'On a ferry' })
  // The removed one may be chosen again.
  change(t('me.promptChoose'), 0, first)
  expect(value[0]).toEqual({ prompt: first, answer: 'On a ferry' })
})

test('[SHELL-19] another prompt is chosen in the same field, which keeps the focus, and no two fields get mixed up', () => {
  render(<Form onChange={() => {}} />)
  add()
  const [field] = chosen()
  field?.focus()
  const [first, second, third] = PROMPTS
  for (const prompt of [second, third]) change(t('me.promptChoose'), 0, prompt)
  expect(document.activeElement).toBe(field)
  expect(chosen()).toEqual([field])
  add()
  change(t('me.promptChoose'), 1, second)
  expect(chosen().map(({ value }) => value)).toEqual([third, second])
  change(t('me.promptChoose'), 0, first)
  expect(chosen().map(({ value }) => value)).toEqual([first, second])
  expect(document.activeElement).toBe(field)
})
