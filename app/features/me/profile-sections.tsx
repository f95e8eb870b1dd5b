/** The parts of the member's own profile, each edited in place. */
import type { ReactNode } from 'react'
import type { OwnProfile } from '#contract/entities/profile.ts'
import { isContactAddress } from '#contract/rules/contact-address.ts'
import { isSensitive } from '#contract/rules/sensitive.ts'
import type { User } from '#contract/entities/user.ts'
import { countryName } from '../../state/format.ts'
import { t, tCode, type TextKey } from '../../state/i18n.ts'
import { setConsent } from '../../state/member-settings.ts'
import { Chip } from '../../ui/chip.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { TextField } from '../../ui/field.tsx'
import { AboutMeField } from '../profile-fields/about-me-field.tsx'
import { ConsentBox } from '../profile-fields/consent-box.tsx'
import { DesireFields, type Desire } from '../profile-fields/desire-fields.tsx'
import { FindPlaceButton } from '../profile-fields/find-place-button.tsx'
import { InterestPicker } from '../profile-fields/interest-picker.tsx'
import { LookFields, type Look } from '../profile-fields/look-fields.tsx'
import { missingInPlace, placeChange, placeOfProfile } from '../profile-fields/place-choice.ts'
import { PlaceFields } from '../profile-fields/place-fields.tsx'
import { NO_REFUSALS, refusalText, type Refusals } from '../profile-fields/refusals.ts'
import { EditSection } from './edit-section.tsx'
import styles from './me.module.css'

export const ProfileSections = ({ me }: { me: User }) => {
  const { profile } = me
  return (
    <>
      <AboutSection profile={profile} />
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
    start={() => profile.about_me}
    changeOf={(about_me) => ({ about_me })}
    renderFields={(value, change, errors) => <AboutMeField value={value} onChange={change} errors={errors} />}
  >
    {profile.about_me === '' ? (
      <p className="muted">{t('me.aboutEmpty')}</p>
    ) : (
      <p className={styles['about']}>{profile.about_me}</p>
    )}
  </EditSection>
)

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
  const known = factsOf(profile).flatMap(([label, value]) => (value === null ? [] : [{ label: t(label), value }]))
  return (
    <EditSection<Look>
      title={t('me.facts')}
      anchor="facts"
      start={() => ({
        hair_colour: profile.hair_colour,
        eye_colour: profile.eye_colour,
        body_type: profile.body_type,
        relationship_status: profile.relationship_status,
      })}
      changeOf={(look) => look}
      renderFields={(value, change, errors) => <LookFields value={value} onChange={change} errors={errors} />}
    >
      {known.length === 0 ? <p className="muted">{t('me.factsEmpty')}</p> : <FactList facts={known} />}
    </EditSection>
  )
}

const factsOf = (profile: OwnProfile): [TextKey, string | null][] => [
  ['profile.hair', profile.hair_colour && tCode('value', `hair_${profile.hair_colour}`)],
  ['profile.eyes', profile.eye_colour && tCode('value', `eyes_${profile.eye_colour}`)],
  ['profile.build', profile.body_type && tCode('value', `body_${profile.body_type}`)],
  ['profile.status', profile.relationship_status && tCode('value', `status_${profile.relationship_status}`)],
]

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

const LOOKING = { female: 'members.women', male: 'members.men', both: 'members.both' } as const

/** [ACC-18] The consent is given or withdrawn beside the fields that need it. */
const DesireSection = ({ me: { profile, settings } }: { me: User }) => {
  const given = settings.consents.sensitive !== null
  const hasData = profile.sexuality !== null || profile.looking_for !== null || profile.interests.some(isSensitive)
  const said = [
    profile.looking_for && t(LOOKING[profile.looking_for]),
    profile.sexuality && tCode('value', `sexuality_${profile.sexuality}`),
  ].filter((word) => word !== null)
  return (
    <EditSection<DesireForm>
      title={t('me.desire')}
      anchor="desire"
      start={() => ({ sexuality: profile.sexuality, looking_for: profile.looking_for, consented: given })}
      before={async ({ consented }) => (consented === given ? null : setConsent('sensitive', consented))}
      changeOf={({ consented, sexuality, looking_for }) => (consented ? { sexuality, looking_for } : {})}
      renderFields={({ consented, ...desire }, change, errors) => (
        <>
          <ConsentBox
            given={consented}
            hasData={given && hasData}
            onChange={(on) =>
              change(on ? { ...desire, consented: on } : { sexuality: null, looking_for: null, consented: on })
            }
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
      {said.length === 0 ? (
        <p className="muted">{t('me.desireEmpty')}</p>
      ) : (
        <Chips>
          {said.map((word) => (
            <li key={word}>
              <Chip>{word}</Chip>
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
    missing={(name): Refusals =>
      name !== profile.name && isContactAddress(name) ? { name: 'name_is_address' } : NO_REFUSALS
    }
    renderFields={(value, change, errors) => (
      <>
        <TextField
          label={t('signup.name')}
          hint={t('signup.nameHint')}
          name="name"
          value={value}
          autoComplete="nickname"
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

const Chips = ({ children }: { children: ReactNode }) => <ul className={styles['chips']}>{children}</ul>
