/** One fictional profile: its facts, photos, numbers and conversations, and the switch that pauses it [DESK-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { FICTIONAL_DAYS, type FictionalProfile } from '#contract/desk/fictional.ts'
import { FACT_NAMES } from '#contract/entities/profile-facts.ts'
import { call } from '../../calls.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import type { ScreenProps } from '../../screens.ts'
import { mayCall } from '../../session.ts'
import { numberText, t, tCode, languageWord } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton, DeskLink } from '../../ui/desk-button.tsx'
import { Box, Facts, FictionalTag } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { ReasonDialog } from '../../ui/desk-dialog.tsx'
import { useCall } from '../../use-call.ts'
import { countryName, dayText } from '../../format.ts'
import { Conversations } from './conversations.tsx'
import { StateTag, partText } from './fictional-screen.tsx'
import styles from './fictional.module.css'
import { Photos } from './photos.tsx'
import { ProfileForm } from './profile-form.tsx'

const back = () => ({ href: '/fictional', label: t('fictional.title') })

export const ProfileScreen = ({ params: { id = '' } }: ScreenProps) => {
  useSignals()
  const read = useCall('fictional.get', { params: { id } }, ['fictional', 'photos', 'answers'])
  const { data, reload } = read
  if (data) return <Profile key={data.id} profile={data} onDone={reload} />
  return (
    <>
      <Head title={t('fictional.profile')} back={back()} />
      <Main>
        <ReadState read={read} missing={{ title: t('fictional.missing'), text: t('fictional.missingText') }} />
      </Main>
    </>
  )
}

export const NewProfileScreen = () => {
  useSignals()
  const [, navigate] = useLocation()
  return (
    <>
      <Head title={t('fictional.add')} back={back()}>
        <FictionalTag />
      </Head>
      <Main stacked>
        <p className={styles['lead']}>{t('fictional.addNote')}</p>
        <Box title={t('fictional.profile')} className={styles['narrow']}>
          <ProfileForm
            form={null}
            submit={t('fictional.add')}
            send={async (body) => {
              const answer = await call('fictional.add', { body })
              if (!answer.ok) return answer.failure
              showToast(t('fictional.added'))
              navigate(`/fictional/${answer.data.id}`)
              return null
            }}
          />
        </Box>
      </Main>
    </>
  )
}

type ProfileProps = { profile: FictionalProfile; onDone: () => void }

const Profile = ({ profile, onDone }: ProfileProps) => {
  useSignals()
  const [, navigate] = useLocation()
  /** The profile as it was when its dialog opened: a colleague may pause or resume it while somebody writes the reason. */
  const [pausing, setPausing] = useState<FictionalProfile | null>(null)
  const mayEdit = mayCall('fictional.change')
  const id = String(profile.id)
  const pause = (): void => setPausing(profile)
  useKeys([
    ...(mayEdit ? [{ keys: ['p'], text: 'key.pauseFictional' as const, run: pause }] : []),
    { keys: ['Escape'], text: 'key.back', run: () => navigate('/fictional') },
  ])
  return (
    <>
      <Head
        title={t('fictional.nameAge', { name: profile.name, age: profile.age })}
        back={back()}
        note={<span className="num">{t('member.number', { number: numberText(profile.id) })}</span>}
      >
        <FictionalTag />
      </Head>
      <Main>
        <p className={styles['marks']}>
          <StateTag paused={profile.paused} />
          {mayEdit ? (
            <DeskButton kind="second" keys="p" onClick={pause}>
              {t(profile.paused ? 'fictional.resume' : 'fictional.pause')}
            </DeskButton>
          ) : null}
          {profile.waiting > 0 && mayCall('answers.list') ? (
            <DeskLink kind="second" icon="theatre" href="/answers">
              {t('fictional.toAnswers', { count: profile.waiting })}
            </DeskLink>
          ) : null}
          {mayCall('members.get') ? (
            <DeskLink kind="quiet" icon="user" href={`/members/${profile.id}`}>
              {t('fictional.account')}
            </DeskLink>
          ) : null}
          {mayCall('audit.list') ? (
            <DeskLink kind="quiet" icon="scroll" href={`/audit?member=${profile.id}`}>
              {t('audit.title')}
            </DeskLink>
          ) : null}
        </p>
        <p className={styles['lead']}>
          {profile.paused ? t('fictional.pausedNote') : tCode('fictionalBy', profile.responder)}
        </p>
        <div className={styles['columns']}>
          <div className={styles['column']}>
            <Box title={t('fictional.profile')}>
              {mayEdit ? (
                <ProfileForm
                  form={profile.form}
                  submit={t('fictional.save')}
                  send={async (body) => {
                    const answer = await call('fictional.change', { params: { id }, body })
                    if (!answer.ok) return answer.failure
                    showToast(t('fictional.saved'))
                    onDone()
                    return null
                  }}
                />
              ) : (
                <ProfileFacts profile={profile} />
              )}
            </Box>
          </div>
          <div className={styles['column']}>
            <Photos profile={profile} mayEdit={mayEdit} onDone={onDone} />
            <Box title={t('fictional.numbers', { days: FICTIONAL_DAYS })} icon="chart">
              <Facts
                facts={[
                  [t('fictional.messages', { days: FICTIONAL_DAYS }), numberText(profile.numbers.messages)],
                  [t('fictional.messagesShare'), partText(profile.numbers.messages_share)],
                  [t('fictional.revenueShare'), partText(profile.numbers.revenue_share)],
                  [t('fictional.waiting'), numberText(profile.waiting)],
                  [t('fictional.conversations'), numberText(profile.conversations)],
                ]}
              />
            </Box>
            {mayCall('fictional.conversations') ? <Conversations profile={profile} /> : null}
          </div>
        </div>
      </Main>
      {pausing ? (
        <ReasonDialog
          title={t(pausing.paused ? 'fictional.resumeOf' : 'fictional.pauseOf', { name: pausing.name })}
          note={t(pausing.paused ? 'fictional.resumeNote' : 'fictional.pauseNote')}
          submit={t(pausing.paused ? 'fictional.resume' : 'fictional.pause')}
          isDanger={!pausing.paused}
          onClose={() => setPausing(null)}
          send={async (reason) => {
            const body = { paused: !pausing.paused, reason }
            const answer = await call('fictional.pause', { params: { id }, body })
            if (!answer.ok) return answer.failure
            setPausing(null)
            showToast(t('fictional.saved'))
            onDone()
            return null
          }}
        />
      ) : null}
    </>
  )
}

/** The facts of a fictional profile, for those who do not edit them. */
const ProfileFacts = ({ profile: { form, city } }: { profile: FictionalProfile }) => {
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
