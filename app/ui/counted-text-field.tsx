/**
 * A field for a text with a length limit. `maxLength` would cut a long paste without a word: this field keeps the whole text, says
 * how much is too long, and `refusesTooLong` stops its form.
 */
import { useState, type ComponentProps } from 'react'
import { typedText } from '#contract/rules/typed-text.ts'
import styles from './field.module.css'
import { Field, TextArea } from './field.tsx'
import { lengthWords, SpokenLength } from './spoken-length.tsx'

/** The counter shows from this many characters left; before, it would only distract. */
const COUNTED_FROM = 200

type Props = Omit<ComponentProps<'textarea'>, 'maxLength' | 'value' | 'defaultValue'> & {
  label: string
  hint?: string | undefined
  error?: string | null | undefined
  /** The longest text in characters. */
  max: number
  value?: string
  defaultValue?: string
}

export const CountedTextField = ({ label, hint, error, max, className, onChange, ...rest }: Props) => {
  const [typed, setTyped] = useState(rest.defaultValue ?? '')
  // As the server counts: a blank at the end is cut off, and is no reason to refuse the text.
  const left = max - typedText(rest.value ?? typed).trim().length
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
          <SpokenLength left={left} />
        </>
      )}
    </Field>
  )
}
