/** The account and its holder. Typed values stay after a refusal; only the IBAN is not stored on the device. */
import type { FormEvent } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { LINE_MAX } from '#contract/limits.ts'
import { errorText, fieldErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { TextField } from '../../ui/field.tsx'
import styles from './directdebit.module.css'
import { inGroups } from './iban-groups.ts'
import type { Payer } from './kept-debit.ts'
import { isBlockedAt } from './refusal-place.ts'

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
  return (
    <>
      <section className={styles['section']}>
        <h2>{t('directdebit.account')}</h2>
        <TextField
          label={t('directdebit.holder')}
          name="account_holder"
          autoComplete="name"
          maxLength={LINE_MAX}
          defaultValue={payer?.account_holder ?? ''}
          required
          error={errorAt('account_holder')}
        />
        <TextField
          label={t('directdebit.iban')}
          hint={t(again ? 'directdebit.ibanAgain' : 'directdebit.ibanHint')}
          name="iban"
          className="num"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={50}
          defaultValue={iban}
          onInput={group}
          required
          error={errorAt('iban')}
        />
      </section>
      <section className={styles['section']}>
        <h2>{t('directdebit.address')}</h2>
        <div className={styles['wideNarrow']}>
          <TextField
            label={t('directdebit.street')}
            name="street"
            autoComplete="address-line1"
            maxLength={LINE_MAX}
            defaultValue={payer?.street ?? ''}
            required
            error={errorAt('street')}
          />
          <TextField
            label={t('directdebit.houseNumber')}
            name="house_number"
            autoComplete="off"
            maxLength={12}
            defaultValue={payer?.house_number ?? ''}
            required
            error={errorAt('house_number')}
          />
        </div>
        <div className={styles['narrowWide']}>
          <TextField
            label={t('directdebit.zip')}
            name="zip"
            autoComplete="postal-code"
            maxLength={12}
            defaultValue={payer?.zip ?? ''}
            required
            error={errorAt('zip')}
          />
          <TextField
            label={t('directdebit.city')}
            name="city"
            autoComplete="address-level2"
            maxLength={LINE_MAX}
            defaultValue={payer?.city ?? ''}
            required
            error={errorAt('city')}
          />
        </div>
        <TextField
          label={t('directdebit.phone')}
          hint={t('directdebit.phoneHint')}
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={30}
          defaultValue={payer?.phone ?? ''}
          required
          error={errorAt('phone')}
        />
      </section>
    </>
  )
}

const group = ({ currentTarget: field }: FormEvent<HTMLInputElement>): void => {
  const { text, caret } = inGroups({ text: field.value, caret: field.selectionStart ?? field.value.length })
  if (text === field.value) return
  field.value = text
  field.setSelectionRange(caret, caret)
}
