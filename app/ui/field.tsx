/** A labelled field with a hint and, if refused, the reason with an icon; a screen reader reads both with the field. */
import {
  type ComponentProps,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { classes } from './classes.ts'
import { isComposing } from './composing.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

type SharedProps = { label: string; hint?: string | undefined; error?: string | null | undefined }

/** The attributes that join a control to its label, hint and error. */
type FieldControl = { id: string; describedBy: string | undefined; invalid: boolean }

type FieldProps = SharedProps & {
  /** The control, with the ids that connect it to label, hint and error. */
  children: (control: FieldControl) => ReactNode
  /** A group of controls has no single control to label. */
  group?: boolean
}

export const Field = ({ label, hint: about, error, group = false, children }: FieldProps) => {
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const isAlert = useErrorAlert(ref, Boolean(error))
  // An error with the same text replaces the hint, so that 'At least 12 characters' does not show twice.
  const hint = error === about ? undefined : about
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const describedBy = classes(hint !== undefined && hintId, error && errorId) || undefined
  return (
    <div ref={ref} className={styles['field']}>
      {group ? (
        <span className={styles['label']} aria-hidden="true">
          {label}
        </span>
      ) : (
        <label className={styles['label']} htmlFor={id}>
          {label}
        </label>
      )}
      {children({ id, describedBy, invalid: Boolean(error) })}
      {error ? <FieldErrorText key={String(isAlert)} id={errorId} text={error} isAlert={isAlert} /> : null}
      {hint === undefined ? null : (
        <p className={styles['hint']} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A text that is too long has another error after each key: only the first is said. */
const ALERT_MS = 1_000

/**
 * A form moves the focus to its first refused field, and a screen reader reads the field with its error. In a field that has the focus
 * already, as after Enter, it would say nothing.
 * @returns whether the error must come as an alert
 */
const useErrorAlert = (field: RefObject<HTMLElement | null>, isRefused: boolean): boolean => {
  const [isAlert, setAlert] = useState(false)
  useEffect(() => {
    const isFocused = (): boolean => field.current?.contains(document.activeElement) === true
    if (!isRefused || !isFocused()) return undefined
    // The form moves the focus in an effect of its own, which comes after this one.
    queueMicrotask(() => setAlert(isFocused()))
    // Not by the port: the desk, which has none of them, has fields too.
    const timer = setTimeout(() => setAlert(false), ALERT_MS)
    return () => {
      clearTimeout(timer)
      setAlert(false)
    }
  }, [isRefused, field])
  return isAlert
}

type ErrorTextProps = { id?: string; text: string; isAlert?: boolean }

export const FieldErrorText = ({ id, text, isAlert = false }: ErrorTextProps) => (
  <p className={styles['error']} id={id} role={isAlert ? 'alert' : undefined}>
    <Icon name="alert" size={18} />
    <span>{text}</span>
  </p>
)

type TextFieldProps = SharedProps &
  InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>
    /** A round button at the end, such as showing a password. */
    end?: ReactNode
  }

export const TextField = ({ label, hint, error, end, className, onKeyDown, ...rest }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {({ id, describedBy, invalid }) => (
      <div className={styles['holder']}>
        <input
          dir="auto"
          // Codes, addresses and passwords: iOS corrects what it does not underline.
          autoCorrect={rest.spellCheck === false ? 'off' : undefined}
          {...rest}
          id={id}
          className={classes(styles['input'], end !== undefined && styles['withEnd'], className)}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          onKeyDown={(event) => {
            if (rest.enterKeyHint === 'next') goToNextEmpty(event)
            onKeyDown?.(event)
          }}
        />
        {end === undefined ? null : <div className={styles['end']}>{end}</div>}
      </div>
    )}
  </Field>
)

/**
 * A key that the keyboard calls "next" (`enterKeyHint`) goes to the next empty field. iOS would send the form with the fields that are still
 * empty, as Enter does.
 */
const goToNextEmpty = (event: KeyboardEvent<HTMLInputElement>): void => {
  const { key, currentTarget: field, nativeEvent } = event
  if (key !== 'Enter' || isComposing(nativeEvent)) return
  const fields = [...(field.form?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])]
  const next = fields.slice(fields.indexOf(field) + 1).find(({ value }) => value === '')
  if (!next) return
  event.preventDefault()
  next.focus()
}

const TYPED = ':is(input, textarea):not(:disabled, [type=file], [type=hidden], [hidden])'

type TextAreaFieldProps = SharedProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

export const TextAreaField = ({ label, hint, error, ...rest }: TextAreaFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <TextArea {...rest} control={control} />}
  </Field>
)

type TextAreaProps = ComponentProps<'textarea'> & { control: FieldControl }

/** The textarea of a `Field`. */
export const TextArea = ({ control: { id, describedBy, invalid }, className, ...rest }: TextAreaProps) => (
  <textarea
    rows={4}
    dir="auto"
    {...rest}
    id={id}
    aria-describedby={describedBy}
    aria-invalid={invalid || undefined}
    className={classes(styles['input'], styles['area'], className)}
  />
)

type SelectFieldProps = SharedProps & ComponentProps<'select'>

export const SelectField = ({ label, hint, error, className, ...rest }: SelectFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {({ id, describedBy, invalid }) => (
      <Select
        {...rest}
        id={id}
        className={classes(styles['input'], className)}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
      />
    )}
  </Field>
)

/** A list of choices with the app's own arrow: Safari draws its own list box over a border and a background. */
const Select = ({ className, ...rest }: ComponentProps<'select'>) => (
  <div className={styles['holder']}>
    <select {...rest} className={classes(styles['select'], className)} />
    <Icon name="chevron-down" size={20} />
  </div>
)

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  type?: 'checkbox' | 'radio'
  children: ReactNode
}

/** A box to tick, or a choice of several, with its label; the whole line can be pressed. */
export const CheckField = ({ type = 'checkbox', children, ...input }: CheckFieldProps) => (
  <label className={styles['check']}>
    <input type={type} {...input} />
    {children}
  </label>
)
