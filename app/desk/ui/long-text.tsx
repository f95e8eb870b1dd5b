/** Fields for a text of limited length. `maxlength` would cut a pasted text silently, so they say how much is too long. */
import { useState, type ChangeEvent, type ChangeEventHandler, type ComponentProps } from 'react'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { numberText, t } from '../texts.ts'

/** The characters beyond the limit. The server trims a text before it counts. */
export const excessOf = (text: string, max: number): number => Math.max(0, text.trim().length - max)

export const tooLongText = (excess: number, max: number): string =>
  t('field.tooLongBy', { count: excess, number: numberText(excess), max: numberText(max) })

type LimitedText = { max: number; value?: string; defaultValue?: string | undefined }

type Props = Omit<ComponentProps<typeof TextAreaField>, 'maxLength' | keyof LimitedText> & LimitedText
type LineProps = Omit<ComponentProps<typeof TextField>, 'maxLength' | keyof LimitedText> & LimitedText

/** A desk form does not send a text that is too long (`useDeskForm`); it stays in the field. */
export const LongTextField = ({ max, ...rest }: Props) => <TextAreaField {...rest} {...useLimit({ max, ...rest })} />

export const LongLine = ({ max, ...rest }: LineProps) => <TextField {...rest} {...useLimit({ max, ...rest })} />

type LimitedField<Input> = LimitedText & {
  error?: string | null | undefined
  onChange?: ChangeEventHandler<Input> | undefined
}

/** The properties by which a field refuses a text that is too long. */
const useLimit = <Input extends HTMLInputElement | HTMLTextAreaElement>({ max, ...field }: LimitedField<Input>) => {
  const [typed, setTyped] = useState(field.defaultValue ?? '')
  const excess = excessOf(field.value ?? typed, max)
  return {
    'data-too-long': excess > 0 || undefined,
    error: excess > 0 ? tooLongText(excess, max) : field.error,
    onChange: (event: ChangeEvent<Input>) => {
      setTyped(event.currentTarget.value)
      field.onChange?.(event)
    },
  }
}
