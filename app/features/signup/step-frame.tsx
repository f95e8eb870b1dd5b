/** The frame of every step: progress, one question, one action, and the buttons back, skip and close. */
import { createContext, useContext, useEffect, useRef, type FormEvent, type ReactNode, type RefObject } from 'react'
import { Link } from 'wouter'
import type { ErrorBody } from '#contract/errors.ts'
import { isOnPhone } from '../../ports/screen-size.ts'
import { ErrorLines } from '../../shell/failed-read.tsx'
import { signupOpen } from '../../shell/open-signup.tsx'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { typedEmail } from '../../state/login-prompt.ts'
import { Button, RoundButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Note } from '../../ui/note.tsx'
import { refusesTooLong, useInvalidFocus } from '../../ui/use-form.ts'
import styles from './signup.module.css'
import { FIRST_OF_MEMBER, stepNumber, stepBefore, WANTED_GENDER } from './steps.ts'

/** The direction in which a step slides in. */
export type StepWay = 'forward' | 'back'

/** The context of the steps: the page, or the dialog with its close button. */
type StepContext = {
  at: number
  /** Null for the step that is shown first: it does not move. */
  way: StepWay | null
  /** The first of the member's steps here, which counts as 1 and has no Back. */
  first: number
  /** Shows another step. */
  go: (at: number) => void
  /** The dialog's close button; the page has none. */
  onClose: (() => void) | null
}

export const SignupAround = createContext<StepContext>({
  at: WANTED_GENDER,
  way: null,
  first: FIRST_OF_MEMBER,
  go: () => {},
  onClose: null,
})

/** The id of the dialog's title. */
export const STEP_TITLE_ID = 'signup-step'

type Props = {
  title: string
  lead?: string | undefined
  children?: ReactNode
  /** The label of the main button. */
  action: string
  busy?: boolean
  onSubmit: () => void
  /** Shown above the button, and stays with it in view. */
  above?: ReactNode
  /** Shown below the button: another way to answer. */
  second?: ReactNode
  /** Skips the question; every step but the first allows it. */
  onSkip?: (() => void) | undefined
  formRef?: RefObject<HTMLFormElement | null>
}

export const StepFrame = ({
  title,
  lead,
  children,
  action,
  busy = false,
  onSubmit,
  above,
  second,
  onSkip,
  formRef,
}: Props) => {
  const own = useRef<HTMLFormElement>(null)
  const form = formRef ?? own
  const focusInvalid = useInvalidFocus(form)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (busy || refusesTooLong(form.current)) return
    onSubmit()
    focusInvalid()
  }
  const { at, way } = useContext(SignupAround)
  return (
    // The key starts the movement anew for two steps of one component.
    <section key={at} className={styles['step']} data-way={way ?? undefined} aria-labelledby={STEP_TITLE_ID}>
      <StepHead onSkip={onSkip} />
      <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
        <StepTitle title={title} lead={lead} />
        {children}
        <div className={styles['action']}>
          {above}
          <Button type="submit" full aria-disabled={busy || undefined}>
            {action}
          </Button>
          {second}
        </div>
      </form>
    </section>
  )
}

/** Each step moves the focus to its heading, so that a screen reader continues there [SHELL-19]. */
export const StepTitle = ({ title, lead }: { title: string; lead?: string | undefined }) => {
  const { at, onClose } = useContext(SignupAround)
  const heading = useRef<HTMLHeadingElement>(null)
  const inDialog = onClose !== null
  useEffect(() => {
    // On the page's first step the shell sets the focus.
    if (at !== WANTED_GENDER || inDialog) heading.current?.focus()
  }, [at, inDialog])
  return (
    <div className={styles['question']}>
      <h1 id={STEP_TITLE_ID} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead === undefined ? null : <p className="muted">{lead}</p>}
    </div>
  )
}

const StepHead = ({ onSkip }: { onSkip: Props['onSkip'] }) => {
  const { at, first, go, onClose } = useContext(SignupAround)
  const before = stepBefore(at, first)
  const step = stepNumber(at, first)
  const label = t('signup.step', step)
  return (
    <div className={styles['head']}>
      <div className={styles['bar']}>
        {before === null ? null : (
          <RoundButton
            icon="chevron-left"
            label={t('signup.back')}
            className={styles['back']}
            data-goes-back=""
            onClick={() => go(before)}
          />
        )}
        <p className={classes(styles['number'], 'small muted num')}>{label}</p>
        {onSkip ? (
          <Button kind="quiet" small plain className={styles['skip']} onClick={onSkip}>
            {t('signup.skip')}
          </Button>
        ) : null}
        <CloseButton onClose={onClose} />
      </div>
      <Progress {...step} label={label} />
    </div>
  )
}

/** The head of what is no step: the close button of the dialog alone. */
export const CloseBar = ({ onClose }: Pick<StepContext, 'onClose'>) =>
  onClose ? (
    <div className={styles['bar']}>
      <span className={styles['number']} />
      <CloseButton onClose={onClose} />
    </div>
  ) : null

const CloseButton = ({ onClose }: Pick<StepContext, 'onClose'>) =>
  onClose ? <RoundButton icon="x" label={t('ui.close')} className={styles['close']} onClick={onClose} /> : null

const Progress = ({ number, all, label }: { number: number; all: number; label: string }) => (
  <div
    className={styles['progress']}
    role="progressbar"
    aria-label={t('signup.progress')}
    aria-valuemin={0}
    aria-valuemax={all}
    aria-valuenow={number}
    aria-valuetext={label}
  >
    {Array.from({ length: all }, (_, index) => (
      <i key={index} className={classes(index < number - 1 && styles['done'], index === number - 1 && styles['now'])} />
    ))}
  </div>
)

/** Opens the camera, which a desktop rarely has. */
export const TakePhotoButton = ({ onClick }: { onClick: () => void }) =>
  isOnPhone() ? (
    <Button kind="quiet" full small icon="camera" onClick={onClick}>
      {t('signup.photoTake')}
    </Button>
  ) : null

type FailureProps = { failure: ErrorBody | null; /** Replaces the error's own text. */ children?: ReactNode }

/** The reason why a step could not be saved, scrolled into view. Typed and chosen values stay. */
export const FailureNote = ({ failure, children }: FailureProps) => {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) note.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  if (failure === null) return null
  return (
    <div ref={note} className={styles['failure']}>
      <Note tone="bad" role="alert">
        {children ?? <ErrorLines error={failure} />}
      </Note>
    </div>
  )
}

/** The login link for visitors with an account; the login form gets the address typed here. */
export const LoginLine = ({ email }: { email: string }) => (
  <p className={styles['other']}>
    {t('signup.haveAccount')} <LoginLink email={email} />
  </p>
)

export const LoginLink = ({ email }: { email: string }) => (
  <Link
    href={href('login')}
    onClick={() => {
      typedEmail.value = email
      signupOpen.value = false
    }}
  >
    {t('shell.login')}
  </Link>
)
