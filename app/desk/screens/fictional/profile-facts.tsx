/** The facts of a fictional profile, for those who do not edit them. */
import { useSignals } from '@preact/signals-react/runtime'
import type { FictionalProfile } from '#contract/desk/entities/fictional.ts'
import { FACT_NAMES } from '#contract/entities/profile-facts.ts'
import { countryName, dayText } from '../../format.ts'
import { languageWord, t, tCode } from '../../texts.ts'
import { Facts } from '../../ui/parts.tsx'
import styles from './fictional.module.css'

export const ProfileFacts = ({ profile: { form, city } }: { profile: FictionalProfile }) => {
  useSignals()
  return (
    <>
      <Facts
        facts={[
          [t('fictional.gender'), tCode('gender', form.gender)],
          [t('fictional.birthDate'), dayText(form.date_of_birth)],
          [t('fictional.place'), t('member.from', { city, country: countryName(form.country) })],
          [t('fictional.language'), languageWord(form.language)],
          ...FACT_NAMES.flatMap((name) => {
            const value = form[name]
            return value === null ? [] : [[tCode('fact', name), tCode('fact', `${name}_${value}`)] as const]
          }),
          ...(form.interests.length === 0
            ? []
            : [[t('fictional.interests'), form.interests.map((one) => tCode('interest', one)).join(', ')] as const]),
        ]}
      />
      {form.about_me === '' ? null : <p className={styles['said']}>{t('queue.quote', { text: form.about_me })}</p>}
      <h3>{t('fictional.persona')}</h3>
      <p className={styles['said']}>{form.persona === '' ? t('fictional.noPersona') : form.persona}</p>
    </>
  )
}
