/** The parts of the member's own profile, each edited in place. */
import type { ReactNode } from 'react'
import * as v from 'valibot'
import type { OwnProfile, ProfileChange } from '#contract/entities/profile.ts'
import {
  FACT_NAMES,
  OPEN_FACTS,
  SENSITIVE_FACTS,
  factsOf,
  noFacts,
  withoutFacts,
  type Facts,
} from '#contract/entities/profile-facts.ts'
import { knownPrompts, PROMPTS } from '#contract/entities/prompts.ts'
import { isContactAddress } from '#contract/rules/contact-address.ts'
import { isOfficialName } from '#contract/rules/official-name.ts'
import { hasSensitive } from '#contract/rules/sensitive.ts'
import type { User } from '#contract/entities/user.ts'
import { countryName } from '../../state/format.ts'
import { t, tCode } from '../../state/i18n.ts'
import { setConsent } from '../../state/member-settings.ts'
import { siteName } from '../../state/site.ts'
import { Chip } from '../../ui/chip.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { TextField } from '../../ui/field.tsx'
import { AboutMeField } from '../profile-fields/about-me-field.tsx'
import { ConsentBox } from '../profile-fields/consent-box.tsx'
import { DesireFields, LookFields, type Desire, type Look } from '../profile-fields/fact-fields.tsx'
import { factRows, promptText } from '../profile-fields/fact-texts.ts'
import { FindPlaceButton } from '../profile-fields/find-place-button.tsx'
import { InterestPicker } from '../profile-fields/interest-picker.tsx'
import { missingInPlace, placeChange, placeOfProfile } from '../profile-fields/place-choice.ts'
import { PlaceFields } from '../profile-fields/place-fields.tsx'
import { PromptFields } from '../profile-fields/prompt-fields.tsx'
import { NO_REFUSALS, refusalText, type Refusals } from '../profile-fields/refusals.ts'
import { EditSection } from './edit-section.tsx'
import styles from './me.module.css'

export const ProfileSections = ({ me }: { me: User }) => {
  const { profile } = me
  return (
    <>
      <AboutSection profile={profile} />
      <PromptsSection profile={profile} />
      <PlaceSection profile={profile} />
      <FactsSection profile={profile} />
      <InterestsSection profile={profile} consented={me.settings.consents.sensitive !== null} />
      <DesireSection me={me} />
      <NameSection profile={profile} />
    </>
  )
}

type Of = { profile: OwnProfile }

const AboutSection = ({ profile }: Of) => (
  <EditSection
    title={t('me.about')}
    anchor="about"
    words={v.string()}
    start={() => profile.about_me}
    changeOf={(about_me) => ({ about_me })}
    renderFields={(value, change, errors) => <AboutMeField value={value} onChange={change} errors={errors} />}
  >
    {profile.about_me === '' ? (
      <p className="muted">{t('me.aboutEmpty')}</p>
    ) : (
      <p className={styles['about']} dir="auto">
        {profile.about_me}
      </p>
    )}
  </EditSection>
)

const Answers = v.array(v.object({ prompt: v.picklist(PROMPTS), answer: v.string() }))

const PromptsSection = ({ profile }: Of) => {
  const answered = knownPrompts(profile.prompts)
  return (
    <EditSection
      title={t('me.prompts')}
      anchor="prompts"
      words={Answers}
      start={() => answered}
      changeOf={(prompts) => ({ prompts: prompts.filter(({ answer }) => answer.trim() !== '') })}
      renderFields={(value, change, errors) => <PromptFields value={value} onChange={change} errors={errors} />}
    >
      {answered.length === 0 ? (
        <p className="muted">{t('me.promptsEmpty')}</p>
      ) : (
        <FactList facts={answered.map(({ prompt, answer }) => ({ label: promptText(prompt), value: answer }))} isWide />
      )}
    </EditSection>
  )
}

const PlaceSection = ({ profile }: Of) => (
  <EditSection
    title={t('me.place')}
    anchor="place"
    start={() => placeOfProfile(profile)}
    missing={missingInPlace}
    changeOf={placeChange}
    renderFields={(value, change, errors) => (
      <>
        <FindPlaceButton onFound={change} />
        <PlaceFields value={value} onChange={change} errors={errors} />
      </>
    )}
  >
    <p>{[profile.city, profile.region, countryName(profile.country)].filter(isNews).join(', ')}</p>
    {profile.city_id === null ? <p className="small muted">{t('me.placeEmpty')}</p> : null}
  </EditSection>
)

/** Some cities have the name of their region: show each name once. */
const isNews = (name: string, at: number, all: readonly string[]): boolean => name !== '' && all.indexOf(name) === at

const FactsSection = ({ profile }: Of) => {
  const known = factRows(OPEN_FACTS, profile)
  return (
    <EditSection<Look>
      title={t('me.facts')}
      anchor="facts"
      start={() => factsOf(OPEN_FACTS, profile)}
      changeOf={changedIn}
      renderFields={(value, change, errors) => <LookFields value={value} onChange={change} errors={errors} />}
    >
      {known.length === 0 ? <p className="muted">{t('me.factsEmpty')}</p> : <FactList facts={known} />}
    </EditSection>
  )
}

const InterestsSection = ({ profile, consented }: Of & { consented: boolean }) => (
  <EditSection
    title={t('profile.interests')}
    anchor="interests"
    start={() => profile.interests}
    changeOf={(interests) => ({ interests })}
    renderFields={(value, change, errors) => (
      <InterestPicker value={value} onChange={change} errors={errors} consented={consented} />
    )}
  >
    {profile.interests.length === 0 ? (
      <p className="muted">{t('me.interestsEmpty')}</p>
    ) : (
      <Chips>
        {profile.interests.map((interest) => (
          <li key={interest}>
            <Chip>{tCode('interest', interest)}</Chip>
          </li>
        ))}
      </Chips>
    )}
  </EditSection>
)

type DesireForm = Desire & { consented: boolean }

/** [ACC-18] The consent is given or withdrawn beside the fields that need it. */
const DesireSection = ({ me: { profile, settings } }: { me: User }) => {
  const given = settings.consents.sensitive !== null
  const statedFacts = factRows(SENSITIVE_FACTS, profile)
  return (
    <EditSection<DesireForm>
      title={t('me.desire')}
      anchor="desire"
      start={() => ({ ...factsOf(SENSITIVE_FACTS, profile), consented: given })}
      before={async ({ consented }) => (consented === given ? null : setConsent('sensitive', consented))}
      changeOf={({ consented, ...desire }, initial) => (consented ? changedIn(desire, initial) : {})}
      renderFields={({ consented, ...desire }, change, errors) => (
        <>
          <ConsentBox
            given={consented}
            hasData={given && hasSensitive(profile)}
            onChange={(on) => change({ ...(on ? desire : noFacts(SENSITIVE_FACTS)), consented: on })}
          />
          <DesireFields
            value={desire}
            errors={errors}
            disabled={!consented}
            onChange={(next) => change({ ...next, consented })}
          />
        </>
      )}
    >
      {statedFacts.length === 0 ? (
        <p className="muted">{t('me.desireEmpty')}</p>
      ) : (
        <Chips>
          {statedFacts.map(({ label, value }) => (
            <li key={label}>
              <Chip>{value}</Chip>
            </li>
          ))}
        </Chips>
      )}
    </EditSection>
  )
}

const NameSection = ({ profile }: Of) => (
  <EditSection
    title={t('me.name')}
    anchor="name"
    start={() => profile.name}
    changeOf={(name) => ({ name })}
    missing={(name): Refusals => {
      if (name === profile.name) return NO_REFUSALS
      if (isContactAddress(name)) return { name: 'name_is_address' }
      return isOfficialName(name, siteName()) ? { name: 'name_is_official' } : NO_REFUSALS
    }}
    renderFields={(value, change, errors) => (
      <>
        <TextField
          label={t('signup.name')}
          hint={t('signup.nameHint')}
          name="name"
          value={value}
          autoComplete="nickname"
          enterKeyHint="done"
          error={refusalText(errors, 'name')}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <p className="small muted">{t('me.birthDateFixed')}</p>
      </>
    )}
  >
    <p>{t('ui.nameAge', { name: profile.name, age: profile.age })}</p>
  </EditSection>
)

/** Only the facts that the member changed: another device may have changed the others since the form was opened. */
const changedIn = (facts: Partial<Facts>, initial: Partial<Facts>): ProfileChange =>
  withoutFacts(
    FACT_NAMES.filter((name) => facts[name] === initial[name]),
    facts,
  )

const Chips = ({ children }: { children: ReactNode }) => <ul className={styles['chips']}>{children}</ul>
