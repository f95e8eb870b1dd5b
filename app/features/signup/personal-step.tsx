/** Step 3: a few facts. Sensitive ones are asked for and stored only with a separate consent [ACC-18]. */
import { useState } from 'react'
import { FACT_NAMES, SENSITIVE_FACTS, factsOf, withoutFacts, type Facts } from '#contract/entities/profile-facts.ts'
import type { OwnProfile, ProfileChange } from '#contract/entities/profile.ts'
import type { User } from '#contract/entities/user.ts'
import { hasSensitive, clearedSensitive, withoutSensitiveInterests } from '#contract/rules/sensitive.ts'
import { saveProfile } from '../me/saving.ts'
import { ConsentBox } from '../profile-fields/consent-box.tsx'
import { DesireFields, LookFields } from '../profile-fields/fact-fields.tsx'
import { InterestPicker } from '../profile-fields/interest-picker.tsx'
import { t } from '../../state/i18n.ts'
import { setConsent } from '../../state/member-settings.ts'
import { StepFrame, FailureNote } from './step-frame.tsx'
import { useSaving } from './use-saving.ts'

type Props = { me: User; onDone: () => void }

export const PersonalStep = ({ me, onDone }: Props) => {
  const stands = me.settings.consents.sensitive !== null
  const [consented, setConsented] = useState(stands)
  const [personal, setPersonal] = useState(() => personalOf(me.profile))
  const { busy, errors, failure, save } = useSaving(onDone)
  const submit = (): void => {
    const change = () => saveProfile(personalChange(personal, consented))
    if (consented === stands) void save(change)
    else void save(() => setConsent('sensitive', consented), change)
  }
  return (
    <StepFrame
      title={t('signup.personalTitle')}
      lead={t('signup.personalLead')}
      action={t('signup.continue')}
      busy={busy}
      onSubmit={submit}
      onSkip={onDone}
    >
      <LookFields value={personal} onChange={(look) => setPersonal({ ...personal, ...look })} errors={errors} />
      <ConsentBox given={consented} onChange={setConsented} hasData={stands && hasSensitive(me.profile)} />
      {consented ? (
        <DesireFields value={personal} onChange={(desire) => setPersonal({ ...personal, ...desire })} errors={errors} />
      ) : null}
      <InterestPicker
        value={withConsent(personal, consented).interests}
        onChange={(interests) => setPersonal({ ...personal, interests })}
        errors={errors}
        consented={consented}
      />
      <FailureNote failure={failure} />
    </StepFrame>
  )
}

/** The data of the personal step, and the part of it that may be sent without the consent [ACC-18]. */
export type Personal = Facts & Pick<OwnProfile, 'interests'>

const personalOf = (profile: Personal): Personal => ({
  ...factsOf(FACT_NAMES, profile),
  interests: profile.interests,
})

/** Without the consent, clears all sensitive data. */
export const withConsent = (personal: Personal, consented: boolean): Personal =>
  consented ? personal : { ...personal, ...clearedSensitive(personal.interests) }

/** Without the consent the sensitive fields are not even named in the call: that alone would need it. */
export const personalChange = (personal: Personal, consented: boolean): ProfileChange =>
  consented
    ? personal
    : { ...withoutFacts(SENSITIVE_FACTS, personal), interests: withoutSensitiveInterests(personal.interests) }
