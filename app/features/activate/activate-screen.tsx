/**
 * The screen that the link of the activation mail opens: the link worked, or it failed and a new mail can be sent
 * [ACC-6].
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Proposal } from '#contract/entities/proposal.ts'
import type { User } from '#contract/entities/user.ts'
import { call } from '../../ports/api.ts'
import { controlled } from '../../ports/service-worker.ts'
import { href } from '../../shell/routes.ts'
import { activation, needsAgeCheckNow, sendActivation } from '../../state/activation.ts'
import { online } from '../../state/connection.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { refreshSession, sessionKnown, user } from '../../state/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { useResource } from '../../state/resource.ts'
import { genderParameter } from '../../state/wanted-gender.ts'
import { Confetti } from '../../ui/confetti.tsx'
import { Photo } from '../../ui/photo.tsx'
import styles from './activate.module.css'

export const ActivateScreen = ({ done }: { done: boolean }) => {
  useSignals()
  // A link that was used before also leads here: do not tell a confirmed member that the activation failed.
  const isConfirmed = done || user.value?.status === 'active'
  const title = t(isConfirmed ? 'activation.done' : 'activation.failed')
  usePageTitle(title)
  const [isCurrent, setCurrent] = useState(false)
  const isOnline = online.value
  useEffect(() => {
    // The server has changed the account, so refetch it: even after a failed link the member may be confirmed.
    void refetchAccount().then(setCurrent)
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- a network that is back triggers another try
  }, [isOnline])
  return done ? <ActivatedScreen title={title} isCurrent={isCurrent} /> : <FailedActivation title={title} />
}

/** @returns whether the session is that of the server */
const refetchAccount = async (): Promise<boolean> => {
  // The worker answers with the account that it knows, so it hears of the change first.
  const { ok: isSynced } = controlled.peek() ? await call('device.sync', { body: {} }) : { ok: true }
  await refreshSession()
  return isSynced
}

/** A confirmed mail is a reason for joy: the first people who fit, and one next step. A visitor logs in first. */
const ActivatedScreen = ({ title, isCurrent }: { title: string; isCurrent: boolean }) => {
  useSignals()
  const me = user.value
  if (!sessionKnown.value || (me?.status === 'not_confirmed' && !isCurrent)) return <Loading />
  if (me === null)
    return (
      <EmptyState level={1} title={title} text={t('shell.membersOnlyText')}>
        <LinkButton href={href('login')}>{t('shell.login')}</LinkButton>
      </EmptyState>
    )
  // The link was that of another account.
  if (me.status === 'not_confirmed')
    return (
      <EmptyState level={1} title={title} text={t('activate.otherAccount', { email: me.email })}>
        <SendAgain me={me} />
      </EmptyState>
    )
  const unfinished = me.settings.signup_step !== null
  const isAgeNext = needsAgeCheckNow(me)
  return (
    <div className={styles['confirmed']}>
      <FirstFaces />
      <h1>{t('activate.here', { name: me.profile.name })}</h1>
      <p className="muted">{t(isAgeNext ? 'activation.doneAge' : 'activate.hereText')}</p>
      <div className={styles['buttons']}>
        {isAgeNext ? (
          <LinkButton full href={href('age')}>
            {t('shell.ageGo')}
          </LinkButton>
        ) : null}
        <LinkButton kind={isAgeNext ? 'second' : 'primary'} full href={href('members')}>
          {t('activate.seeWho')}
        </LinkButton>
        <LinkButton kind="quiet" full href={href(unfinished ? 'complete-signup' : 'profile')}>
          {t('signup.aWord')}
        </LinkButton>
      </div>
    </div>
  )
}

const FailedActivation = ({ title }: { title: string }) => {
  useSignals()
  const me = user.value
  if (!sessionKnown.value) return <Loading />
  // The link was used already, by this member: nothing is left to do.
  if (me?.status === 'active')
    return (
      <EmptyState
        level={1}
        title={t('activation.done')}
        text={t(needsAgeCheckNow(me) ? 'activation.doneAge' : 'activation.doneText')}
      >
        <LinkButton href={href('members')}>{t('likes.findPeople')}</LinkButton>
      </EmptyState>
    )
  return (
    <EmptyState level={1} title={title} text={t('error.link_invalid')}>
      {me ? <SendAgain me={me} /> : <LinkButton href={href('login')}>{t('shell.login')}</LinkButton>}
    </EmptyState>
  )
}

const SendAgain = ({ me }: { me: User }) => {
  useSignals()
  const { busy, sent, error } = activation.value
  return (
    <>
      <Button disabled={busy} onClick={() => void sendActivation()}>
        {t(busy ? 'activation.sending' : 'activation.again')}
      </Button>
      <p role="status" className="small">
        {error ? errorText(error) : sent ? t('activate.sentTo', { email: me.email }) : null}
      </p>
    </>
  )
}

const MOST = 3

/** A first look at people needs their faces; among these, who fits best comes first. */
const hasFace = ({ profile: { main_image: image } }: Proposal): boolean => image !== null && !image.locked

/**
 * Up to three people who fit a member whose mail has just been confirmed. Fiction is never among them. The space for the faces is
 * reserved from the start, so that nothing moves when they arrive.
 */
const FirstFaces = () => {
  useSignals()
  const { data } = useResource('match_finder.get', { query: genderParameter(user.value) })
  const people = (data?.results ?? [])
    .filter(({ profile }) => !profile.fictional)
    .toSorted((one, other) => Number(hasFace(other)) - Number(hasFace(one)))
    .slice(0, MOST)
  return (
    <div className={styles['faces']}>
      <Confetti />
      <ul aria-label={t('signup.matchesTitle')}>
        {people.map(({ profile }) => (
          <li key={profile.id}>
            <Link href={href('members-id', { id: profile.id })}>
              <Photo image={profile.main_image} name={profile.name} eager className={styles['seat']} />
              <b>{profile.name}</b>
              <span className="small muted">{profile.city}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
