/** The account and its holder. Typed values stay after a refusal; only the IBAN is not stored on the device. */
import type { ComponentProps, SyntheticEvent } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { LINE_MAX, PHONE_MAX, SHORT_LINE_MAX } from '#contract/limits.ts'
import { errorText, fieldErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { CountedLine } from '../../ui/counted-text-field.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './directdebit.module.css'
import type { Payer } from './debit-storage.ts'

type Props = {
  payer: Payer | null
  /** In memory as long as the page lives. */
  iban: string
  failure: ErrorBody | null
  /** The IBAN was typed before, and lost with a reload. */
  again: boolean
}

export const PayerFields = ({ payer, iban, failure, again }: Props) => {
  const errorAt = (field: string): string | null =>
    failure && isBlockedAt(failure, field) ? errorText(failure) : fieldErrorText(failure, field)
  const line = (name: keyof Payer, label: string, look: Partial<ComponentProps<typeof CountedLine>>) => (
    <CountedLine
      label={label}
      name={name}
      max={LINE_MAX}
      enterKeyHint="next"
      defaultValue={payer?.[name] ?? ''}
      required
      error={errorAt(name)}
      {...look}
    />
  )
  return (
    <>
      <section className={styles['section']}>
        <h2>{t('directdebit.account')}</h2>
        {line('account_holder', t('directdebit.holder'), { autoComplete: 'name' })}
        <TextField
          label={t('directdebit.iban')}
          hint={t(again ? 'directdebit.ibanAgain' : 'directdebit.ibanHint')}
          name="iban"
          className="num"
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="next"
          spellCheck={false}
          defaultValue={iban}
          onInput={group}
          onCompositionEnd={group}
          required
          error={errorAt('iban')}
        />
      </section>
      <section className={styles['section']}>
        <h2>{t('directdebit.address')}</h2>
        <div className={styles['wideNarrow']}>
          {line('street', t('directdebit.street'), { autoComplete: 'address-line1' })}
          {line('house_number', t('directdebit.houseNumber'), { autoComplete: 'off', max: SHORT_LINE_MAX })}
        </div>
        <div className={styles['narrowWide']}>
          {line('zip', t('directdebit.zip'), { autoComplete: 'postal-code', max: SHORT_LINE_MAX })}
          {line('city', t('directdebit.city'), { autoComplete: 'address-level2' })}
        </div>
        {line('phone', t('directdebit.phone'), {
          hint: t('directdebit.phoneHint'),
          type: 'tel',
          autoComplete: 'tel',
          max: PHONE_MAX,
          enterKeyHint: 'send',
        })}
      </section>
    </>
  )
}

/** Waits for the end of a composition: a keyboard of Android types characters twice into a value that changes meanwhile. */
const group = ({ currentTarget: field, nativeEvent }: SyntheticEvent<HTMLInputElement>): void => {
  const { isComposing, inputType } = nativeEvent as Partial<InputEvent>
  if (isComposing) return
  const { text, caret } = inGroups({ text: field.value, caret: field.selectionStart ?? field.value.length })
  if (text === field.value) return
  field.value = text
  // The deleted blank is back. Unless the cursor skips it, Delete would never get past it.
  const at = inputType === 'deleteContentForward' && text[caret] === ' ' ? caret + 1 : caret
  field.setSelectionRange(at, at)
}

type TypedText = { text: string; caret: number }

/** @param caret the position of the cursor; it stays behind the same character */
export const inGroups = ({ text, caret }: TypedText): TypedText => {
  const before = signsOf(text.slice(0, caret)).length
  // The cursor skips the coming blank: the next character follows the blank.
  return { text: grouped(signsOf(text)), caret: before + Math.floor(Math.max(before - 1, 0) / 4) }
}

/** The name of the number is copied with it; no country has the code IB. */
const signsOf = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .replace(/^IBAN/, '')

const grouped = (signs: string): string => signs.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** The field of each blocked value. */
const FIELD: Partial<Record<ErrorBody['error'], string>> = { iban_blocked: 'iban', phone_blocked: 'phone' }

/** The refusal with its fields, so that the first of them is focused. */
export const placed = (failure: ErrorBody): ErrorBody => {
  const field = FIELD[failure.error]
  return field === undefined ? failure : { ...failure, fields: { [field]: 'invalid' } }
}

export const isBlockedAt = (failure: ErrorBody | null, field: string): boolean =>
  failure !== null && FIELD[failure.error] === field

/** Whether the payer needs another payment method. */
export const needsOtherMethod = ({ error }: ErrorBody): boolean =>
  ['directdebit_limit', 'method_unavailable', 'iban_blocked', 'phone_blocked', 'payment_unavailable'].includes(error)
