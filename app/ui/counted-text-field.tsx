/**
 * Fields for a text with a length limit. `maxLength` would cut a long paste without a word: these fields keep the whole text, say
 * how much is too long, and `refusesTooLong` stops their form.
 */
import { useState, type ComponentProps } from 'react'
import { typedText } from '#contract/rules/typed-text.ts'
import styles from './field.module.css'
import { Field, TextArea, TextField } from './field.tsx'
import { lengthWords, SpokenLength } from './spoken-length.tsx'

/** The counter shows from this many characters left; before, it would only distract. */
const COUNTED_FROM = 200

type LimitedText = {
  /** The longest text in characters. */
  max: number
  value?: string
  defaultValue?: string | undefined
}

type Props = Omit<ComponentProps<'textarea'>, 'maxLength' | keyof LimitedText> &
  LimitedText & {
    label: string
    hint?: string | undefined
    error?: string | null | undefined
  }

export const CountedTextField = ({ label, hint, error, max, className, onChange, ...rest }: Props) => {
  const [left, setTyped] = useCharactersLeft({ max, ...rest })
  return (
    <Field label={label} hint={hint} error={left < 0 ? lengthWords(left) : error}>
      {(control) => (
        <>
          <TextArea
            {...rest}
            control={control}
            data-too-long={left < 0 || undefined}
            className={className}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              onChange?.(event)
            }}
          />
          <p className={styles['counter']}>
            {left >= 0 && left <= Math.min(COUNTED_FROM, max / 4) ? lengthWords(left) : null}
          </p>
          {/* The field itself says that a text is too long. */}
          <SpokenLength left={left < 0 ? null : left} />
        </>
      )}
    </Field>
  )
}

type LineProps = Omit<ComponentProps<typeof TextField>, 'maxLength' | keyof LimitedText> & LimitedText

/** One line is short: it says nothing of its length until it is too long. */
export const CountedLine = ({ error, max, onChange, ...rest }: LineProps) => {
  const [left, setTyped] = useCharactersLeft({ max, ...rest })
  const isTooLong = left < 0
  return (
    <TextField
      {...rest}
      data-too-long={isTooLong || undefined}
      error={isTooLong ? lengthWords(left) : error}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange?.(event)
      }}
    />
  )
}

/** @returns the characters left, negative for a text that is too long, and a function for what is typed into a field without `value` */
const useCharactersLeft = ({ max, value, defaultValue = '' }: LimitedText): [number, (typed: string) => void] => {
  const [typed, setTyped] = useState(defaultValue)
  // As the server counts: a blank at the end is cut off, and is no reason to refuse the text.
  return [max - typedText(value ?? typed).trim().length, setTyped]
}
