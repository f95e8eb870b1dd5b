/** The steps of signup in their order, on a page or in the dialog [ACC-1], [SHELL-13]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Settings } from '#contract/entities/settings.ts'
import type { User } from '#contract/entities/user.ts'
import { hasTrafficSource } from '../../ports/traffic-source.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { changeSettings } from '../../state/member-settings.ts'
import { settings } from '../../state/site.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AboutStep } from './about-step.tsx'
import { Completion } from './completion.tsx'
import { hasJoined, loadVisitorStep, notePushAsked, wasPushAsked } from './signup-storage.ts'
import { LocationStep } from './location-step.tsx'
import { PersonalStep } from './personal-step.tsx'
import { PhotoStep } from './photo-step.tsx'
import { PushStep } from './push-step.tsx'
import styles from './signup.module.css'
import { CloseBar, SignupAround, type StepWay } from './step-frame.tsx'
import {
  ABOUT,
  COMPLETION,
  FIRST_OF_MEMBER,
  isInProgress,
  LOCATION,
  PERSONAL,
  PUSH,
  resumeAt,
  stepToStore,
} from './steps.ts'
import { VisitorSteps } from './visitor-steps.tsx'

type Props = {
  me: User | null
  /** The member chose to say more about themselves after the end of signup. */
  saysMore?: boolean
  /** Closes the dialog; the page has no close button. */
  onClose?: () => void
  onProgress?: (inProgress: boolean) => void
  /** Called when signup leads to another screen. */
  onLeave?: () => void
}

const nothing = (): void => {}

/** The key changes with the member: a new member starts at the step in the account, like one who returns. */
export const SignupFlow = (props: Props) => <Steps key={props.me?.id ?? 'visitor'} {...props} />

const Steps = ({ me, saysMore = false, onClose, onProgress = nothing, onLeave = nothing }: Props) => {
  useSignals()
  const [{ at, way }, setAt] = useState<{ at: number; way: StepWay | null }>(() => ({
    at: saysMore ? PERSONAL : firstStep(me),
    way: null,
  }))
  const [typed, setTyped] = useState(false)
  const reached = me?.settings.signup_step ?? null
  const inProgress = isInProgress(at, typed)
  useEffect(() => onProgress(inProgress), [onProgress, inProgress])
  const go = useCallback(
    (next: number): void => {
      setAt((before) => ({ at: next, way: next < before.at ? 'back' : 'forward' }))
      const step = stepToStore(reached, next)
      // If this write fails, a reload only starts one step earlier: nothing is lost.
      if (step !== null) void changeSettings({ signup_step: step })
    },
    [reached],
  )
  const first = saysMore ? PERSONAL : FIRST_OF_MEMBER
  const around = useMemo(() => ({ at, way, first, go, onClose: onClose ?? null }), [at, way, first, go, onClose])
  const done = (): void => {
    if (at === PUSH) notePushAsked()
    go(at + 1)
  }
  if (me === null && settings.value && !areSignupsOpen(settings.value.signups, hasTrafficSource()))
    return <ClosedSignup onClose={onClose} onLeave={onLeave} />
  return (
    <SignupAround value={around}>
      {me === null ? (
        <VisitorSteps at={at} go={go} onTyped={setTyped} />
      ) : (
        <MemberStep key={at} {...{ at, me, done, onLeave }} />
      )}
    </SignupAround>
  )
}

/** After the questions before the account, the completion follows at once. */
const firstStep = (me: User | null): number =>
  me !== null && hasJoined() ? COMPLETION : (resumeAt(me, wasPushAsked(), loadVisitorStep()) ?? COMPLETION)

const MemberStep = ({ at, me, done, onLeave }: { at: number; me: User; done: () => void; onLeave: () => void }) => {
  if (at === FIRST_OF_MEMBER) return <PhotoStep me={me} onDone={done} />
  if (at === LOCATION) return <LocationStep profile={me.profile} onDone={done} />
  if (at === PERSONAL) return <PersonalStep me={me} onDone={done} />
  if (at === ABOUT) return <AboutStep profile={me.profile} onDone={done} />
  return at === PUSH ? <PushStep onDone={done} /> : <Completion me={me} onLeave={onLeave} />
}

/** [ACC-15] Shows the visitor that signups are closed, and offers something else. */
const ClosedSignup = ({ onClose, onLeave }: { onClose: (() => void) | undefined; onLeave: () => void }) => (
  <div className={styles['step']}>
    <CloseBar onClose={onClose ?? null} />
    <EmptyState level={1} title={t('error.signups_closed')} text={t('signup.closedText')}>
      <LinkButton href={href('members')} onClick={onLeave}>
        {t('index.lookAround')}
      </LinkButton>
    </EmptyState>
  </div>
)

/** Whether this visitor may sign up [ACC-15]. */
export const areSignupsOpen = (signups: Settings['signups'], hasTrafficSource: boolean): boolean =>
  signups === 'all' || (signups === 'with_trafficsource' && hasTrafficSource)
