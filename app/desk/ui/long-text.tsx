/** A field for a text of limited length. `maxlength` would cut a pasted text silently, so it says how much is too long. */
import { useState, type ComponentProps } from 'react'
import { TextAreaField } from '../../ui/field.tsx'
import { numberText, t } from '../texts.ts'

/** The characters beyond the limit. The server trims a text before it counts. */
export const excessOf = (text: string, max: number): number => Math.max(0, text.trim().length - max)

export const tooLongText = (excess: number, max: number): string =>
  t('field.tooLongBy', { count: excess, number: numberText(excess), max: numberText(max) })

type Props = Omit<ComponentProps<typeof TextAreaField>, 'maxLength' | 'value' | 'defaultValue'> & {
  max: number
  value?: string
  defaultValue?: string | undefined
}

/** A desk form does not send a text that is too long (`useDeskForm`); it stays in the field. */
export const LongTextField = ({ max, error, onChange, ...rest }: Props) => {
  const [typed, setTyped] = useState(rest.defaultValue ?? '')
  const excess = excessOf(rest.value ?? typed, max)
  return (
    <TextAreaField
      {...rest}
      data-too-long={excess > 0 || undefined}
      error={excess > 0 ? tooLongText(excess, max) : error}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange?.(event)
      }}
    />
  )
}
