/** Writes everything about a fictional profile: what members see, and the persona for whoever answers [DESK-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { PERSONA_MAX, type FictionalForm } from '#contract/desk/fictional.ts'
import { FACT_NAMES, PROFILE_FACTS, type Facts } from '#contract/entities/profile-facts.ts'
import { GENDERS, INTERESTS } from '#contract/entities/profile.ts'
import { ABOUT_ME_MAX, INTERESTS_MAX, NAME_MAX } from '#contract/limits.ts'
import { LOCALES } from '#contract/locales.ts'
import { recordOf } from '#contract/records.ts'
import { CheckField, SelectField, TextField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import type { Failure } from '../../calls.ts'
import { countryName } from '../../format.ts'
import { language, languageWord, t, tCode } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { LongLine, LongTextField } from '../../ui/long-text.tsx'
import { FailureNote, fieldText, useDeskForm, withNewest } from '../../ui/desk-form.tsx'
import { useCall } from '../../use-call.ts'
import styles from './fictional.module.css'

type Props = {
  /** Null for a new profile. It changes when a colleague saves. */
  form: FictionalForm | null
  submit: string
  /** @returns why the form was refused, or null */
  send: (form: FictionalForm) => Promise<Failure | null>
}

export const ProfileForm = ({ form, submit, send }: Props) => {
  useSignals()
  /** The values that the fields have begun with; a save begins anew. */
  const begun = useRef(form)
  const {
    busy,
    failure,
    submit: onSubmit,
  } = useDeskForm(async (data) => {
    const typed = formOf(data)
    const refused = await send(form && begun.current ? withNewest(typed, begun.current, form) : typed)
    if (refused === null) begun.current = typed
    return refused
  })
  return (
    <form className={styles['form']} onSubmit={onSubmit} noValidate>
      <LongLine
        label={t('fictional.name')}
        name="name"
        defaultValue={form?.name}
        max={NAME_MAX}
        autoComplete="off"
        required
        error={fieldText(failure, 'name')}
      />
      <div className={styles['pair']}>
        <SelectField label={t('fictional.gender')} name="gender" defaultValue={form?.gender ?? 'female'}>
          {GENDERS.map((one) => (
            <option key={one} value={one}>
              {tCode('gender', one)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('fictional.birthDate')}
          name="date_of_birth"
          type="date"
          defaultValue={form?.date_of_birth}
          required
          error={fieldText(failure, 'date_of_birth')}
        />
      </div>
      <PlaceFields form={form} failure={failure} />
      <SelectField
        label={t('fictional.language')}
        hint={t('fictional.languageHint')}
        name="language"
        defaultValue={form?.language ?? language.value}
      >
        {LOCALES.map((one) => (
          <option key={one} value={one}>
            {languageWord(one)}
          </option>
        ))}
      </SelectField>
      <LongTextField
        label={t('fictional.aboutMe')}
        name="about_me"
        rows={5}
        max={ABOUT_ME_MAX}
        defaultValue={form?.about_me}
        error={fieldText(failure, 'about_me')}
      />
      <div className={styles['pair']}>
        {FACT_NAMES.map((name) => (
          <SelectField key={name} label={tCode('fact', name)} name={name} defaultValue={form?.[name] ?? ''}>
            <option value="">{t('fictional.noAnswer')}</option>
            {PROFILE_FACTS[name].options.map((one) => (
              <option key={one} value={one}>
                {tCode('fact', `${name}_${one}`)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <Interests chosen={form?.interests ?? []} error={fieldText(failure, 'interests')} />
      <LongTextField
        label={t('fictional.persona')}
        hint={t('fictional.personaHint')}
        name="persona"
        rows={6}
        max={PERSONA_MAX}
        defaultValue={form?.persona}
        error={fieldText(failure, 'persona')}
      />
      <FailureNote failure={failure} />
      <DeskButton type="submit" full lead disabled={busy}>
        {submit}
      </DeskButton>
    </form>
  )
}

const PlaceFields = ({ form, failure }: Pick<Props, 'form'> & { failure: Failure | null }) => {
  useSignals()
  const [country, setCountry] = useState(form?.country ?? '')
  const [region, setRegion] = useState(form?.countryregion ?? '')
  const { data } = useCall('fictional.choices', { query: country === '' ? {} : { country } })
  const regions = data?.regions ?? []
  const cities = regions.find(({ id }) => id === region)?.cities ?? []
  // While the places load, the stored ones stay chosen.
  const stillLoading = (id: string | undefined, found: readonly { id: string }[]) =>
    id === undefined || id === '' || found.some((one) => one.id === id) || data !== null ? [] : [{ id, name: '…' }]
  const countries = data?.countries ?? (country === '' ? [] : [country])
  return (
    <div className={styles['pair']}>
      <SelectField
        label={t('fictional.country')}
        name="country"
        value={country}
        onChange={(event) => {
          setCountry(event.currentTarget.value)
          setRegion('')
        }}
        error={fieldText(failure, 'country')}
      >
        <option value="">{t('fictional.choose')}</option>
        {countries.map((one) => (
          <option key={one} value={one}>
            {countryName(one)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('fictional.region')}
        name="countryregion"
        value={region}
        disabled={country === ''}
        onChange={(event) => setRegion(event.currentTarget.value)}
        error={fieldText(failure, 'countryregion')}
      >
        <option value="">{t('fictional.choose')}</option>
        {[...stillLoading(region, regions), ...regions].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        // A new list of cities forgets the city of another region.
        key={`${region} ${data === null}`}
        label={t('fictional.city')}
        name="city"
        defaultValue={form?.countryregion === region ? form.city : ''}
        disabled={region === ''}
        error={fieldText(failure, 'city')}
      >
        <option value="">{t('fictional.choose')}</option>
        {[...stillLoading(form?.countryregion === region ? form.city : undefined, cities), ...cities].map(
          ({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ),
        )}
      </SelectField>
    </div>
  )
}

const Interests = ({ chosen, error }: { chosen: readonly string[]; error: string | undefined }) => {
  useSignals()
  const [count, setCount] = useState(chosen.length)
  return (
    <details className={styles['interests']} open={error !== undefined}>
      <summary>{t('fictional.interestsOf', { count, most: INTERESTS_MAX })}</summary>
      {error === undefined ? null : <p role="alert">{error}</p>}
      <fieldset onChange={(event) => setCount(event.currentTarget.querySelectorAll('input:checked').length)}>
        <legend className="vh">{t('fictional.interests')}</legend>
        {INTERESTS.map((one) => (
          <CheckField key={one} name="interests" value={one} defaultChecked={chosen.includes(one)}>
            {tCode('interest', one)}
          </CheckField>
        ))}
      </fieldset>
    </details>
  )
}

const formOf = (data: FormData): FictionalForm => {
  const chosen = data.getAll('interests')
  return {
    name: textOf(data, 'name'),
    gender: GENDERS.find((one) => one === textOf(data, 'gender')) ?? 'female',
    date_of_birth: textOf(data, 'date_of_birth'),
    country: textOf(data, 'country'),
    countryregion: textOf(data, 'countryregion'),
    city: textOf(data, 'city'),
    language: LOCALES.find((one) => one === textOf(data, 'language')) ?? 'en',
    about_me: textOf(data, 'about_me'),
    ...factsIn(data),
    interests: INTERESTS.filter((one) => chosen.includes(one)),
    persona: textOf(data, 'persona'),
  }
}

/** The options of the selects come from the same table, so a value is one of them. */
const factsIn = (data: FormData): Facts =>
  recordOf(FACT_NAMES, (name) => {
    const options: readonly string[] = PROFILE_FACTS[name].options
    return options.find((one) => one === textOf(data, name)) ?? null
  }) as Facts
