/**
 * The signup on the way to a member: the member is shown above the form, which takes a first message to them [SITE-6].
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Redirect } from 'wouter'
import type { Profile } from '#contract/entities/profile.ts'
import type { User } from '#contract/entities/user.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { useResource } from '../../state/resource.ts'
import { Avatar } from '../../ui/photo.tsx'
import { wasPushAsked } from '../signup/signup-storage.ts'
import { SignupFlow } from '../signup/signup-flow.tsx'
import { resumeAt } from '../signup/steps.ts'
import styles from './member-lander.module.css'
import { MemberCaption, memberShown, startSignupTowards } from './lander-member.tsx'

export const MemberSignup = ({ id, me }: { id: string; me: User | null }) =>
  me ? (
    <Redirect
      to={resumeAt(me, wasPushAsked()) === null ? href('members-id', { id }) : href('complete-signup')}
      replace
    />
  ) : (
    <Door id={id} />
  )

const Door = ({ id }: { id: string }) => {
  useSignals()
  const person = memberShown(useResource('members.get', { params: { id } }))
  const name = person === null || person === 'waiting' ? null : person.name
  usePageTitle(name === null ? t('title.signup') : t('lander.signupTitle', { name }))
  if (person === 'waiting') return null
  return person === null ? <SignupFlow me={null} /> : <DoorTo profile={person} />
}

const DoorTo = ({ profile }: { profile: Profile }) => {
  // Must run before the form reads the first message.
  useState(() => startSignupTowards(profile))
  return (
    <div className={styles['door']}>
      <div className={styles['partner']}>
        <Avatar image={profile.main_image} name={profile.name} size={64} />
        <div className={styles['beside']}>
          <MemberCaption profile={profile} />
          <p className="small muted">{t('lander.signupBack', { name: profile.name })}</p>
        </div>
      </div>
      <SignupFlow me={null} />
    </div>
  )
}
