/** Edits a value of a setting. A second step shows the values before and after, and asks for confirmation. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { AGE_CHECKS } from '#contract/entities/age-check.ts'
import { SettingDomain, type DeskSetting } from '#contract/desk/settings.ts'
import * as v from 'valibot'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, type Failure } from '../../calls.ts'
import { countryName } from '../../format.ts'
import { t, tCode } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog, ReasonField } from '../../ui/desk-dialog.tsx'
import { FailureNote, fieldText, unsentText, useDeskForm } from '../../ui/desk-form.tsx'
import { useCall } from '../../use-call.ts'
import { ageCheckOf, ageChecksOf, ageCheckText, choiceText, fieldOf, shownValue, valueOf } from './setting-value.ts'
import styles from './settings.module.css'

type StoredValue = { value: unknown } | null

/** A change that the server has checked, with the effective value before and after it. */
type CheckedChange = { domain: string; from: StoredValue; to: StoredValue; before: unknown; after: unknown }

type Props = {
  setting: DeskSetting
  /** `*` for all domains, or empty: the form asks for the domain. */
  domain: string
  onClose: () => void
  onDone: () => void
}

export const ChangeDialog = (props: Props) => {
  const [checked, setChecked] = useState<CheckedChange | null>(null)
  const [isEditing, setEditing] = useState(true)
  const name = props.domain === '*' ? t('settings.everyDomain') : props.domain
  const reason = unsentText(`setting ${props.setting.key} ${props.domain}`)
  const close = (): void => {
    reason.drop()
    props.onClose()
  }
  const finish = (): void => {
    reason.drop()
    props.onDone()
  }
  return (
    <DeskDialog
      title={props.domain === '' ? t('settings.addDomain') : t('settings.changeFor', { domain: name })}
      onClose={close}
    >
      <Edit
        {...props}
        isHidden={!isEditing}
        onChecked={(found) => {
          setChecked(found)
          setEditing(false)
        }}
      />
      {checked && !isEditing ? (
        <Confirm
          setting={props.setting}
          checked={checked}
          field={reason.field}
          onBack={() => setEditing(true)}
          onDone={finish}
        />
      ) : null}
    </DeskDialog>
  )
}

/** The form. It stays mounted behind the confirmation, so that going back keeps the typed text. */
const Edit = ({
  setting,
  domain: given,
  isHidden,
  onChecked,
}: Props & { isHidden: boolean; onChecked: (checked: CheckedChange) => void }) => {
  const { key, editor, options, values, default: standard } = setting
  const stored = (domain: string): StoredValue => {
    const row = values.find((one) => one.domain === domain)
    return row ? { value: row.value } : null
  }
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isHidden) form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [isHidden])
  const check = async (domain: string, to: StoredValue): Promise<Failure | null> => {
    const answer = await call('settings.check', { params: { key }, body: { domain, to } })
    if (!answer.ok) return answer.failure
    onChecked({ domain, from: stored(domain), to, ...answer.data })
    return null
  }
  const { busy, failure, submit } = useDeskForm(async (data) => {
    const domain = v.safeParse(SettingDomain, given === '' ? textOf(data, 'domain') : given)
    if (!domain.success) return { error: 'invalid_input', fields: { domain: 'invalid' } }
    const value = editor === 'age_check' ? ageChecksOf(data, options) : valueOf(setting, textOf(data, 'value'))
    if (value === undefined) return { error: 'setting_invalid', note: t('settings.noJson') }
    return check(domain.output, { value })
  })
  const back = useDeskForm(() => check(given, null))
  const present = stored(given)?.value ?? stored('*')?.value ?? standard
  return (
    <div hidden={isHidden}>
      <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
        {given === '' ? (
          <TextField
            label={t('settings.domain')}
            hint={t('settings.domainHint')}
            name="domain"
            autoComplete="off"
            error={fieldText(failure, 'domain')}
          />
        ) : null}
        {editor === 'age_check' ? (
          <AgeChecks countries={options} present={present} />
        ) : (
          <ValueField setting={setting} begin={fieldOf(setting, present)} />
        )}
        <FailureNote failure={failure} />
        <DeskButton type="submit" full lead disabled={busy}>
          {t('settings.look')}
        </DeskButton>
      </form>
      {given !== '' && stored(given) ? (
        <form className={styles['form']} onSubmit={back.submit}>
          <FailureNote failure={back.failure} />
          <DeskButton type="submit" kind="quiet" full disabled={back.busy}>
            {t(given === '*' ? 'settings.toDefault' : 'settings.toAll')}
          </DeskButton>
        </form>
      ) : null}
    </div>
  )
}

/** A choice for each country that the site serves [GUARD-6]. */
const AgeChecks = ({ countries, present }: { countries: readonly string[]; present: unknown }) => (
  <>
    <p className="muted">{t('settings.ageLead')}</p>
    <div className={styles['countries']}>
      {countries.map((country) => (
        <SelectField
          key={country}
          label={countryName(country)}
          name={country}
          defaultValue={ageCheckOf(present, country)}
        >
          {AGE_CHECKS.map((check) => (
            <option key={check} value={check}>
              {ageCheckText(check)}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  </>
)

const ValueField = ({ setting, begin }: { setting: DeskSetting; begin: string }) => {
  const { key, editor, options } = setting
  const [chosen, setChosen] = useState(begin)
  if (editor === 'choice' || editor === 'switch') {
    const choices =
      editor === 'choice'
        ? options.map((one) => [one, choiceText(key, one)])
        : [
            ['true', t('settings.yes')],
            ['false', t('settings.no')],
          ]
    return (
      <>
        <SelectField
          label={t('settings.value')}
          name="value"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        {key === 'fictional_responder' ? <ResponderNote responder={chosen} /> : null}
      </>
    )
  }
  if (editor === 'number')
    return (
      <TextField label={t('settings.value')} name="value" inputMode="decimal" autoComplete="off" defaultValue={begin} />
    )
  if (editor === 'text')
    return <TextField label={t('settings.value')} name="value" autoComplete="off" defaultValue={begin} />
  const isList = editor === 'list'
  const hint = options.length > 0 ? t('settings.options', { options: options.join(', ') }) : t('settings.listHint')
  return (
    <TextAreaField
      label={t('settings.value')}
      hint={isList ? hint : t('settings.jsonHint')}
      name="value"
      rows={isList ? 6 : 12}
      spellCheck={false}
      dir="ltr"
      className={styles['code']}
      defaultValue={begin}
    />
  )
}

type ConfirmProps = Pick<Props, 'setting' | 'onDone'> & {
  checked: CheckedChange
  field: ReturnType<typeof unsentText>['field']
  onBack: () => void
}

const Confirm = ({
  setting: { key },
  checked: { domain, from, to, before, after },
  field,
  onBack,
  onDone,
}: ConfirmProps) => {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => ref.current?.querySelector<HTMLElement>('textarea')?.focus(), [])
  const { busy, failure, submit } = useDeskForm(async (data) => {
    const body = { domain, from, to, reason: textOf(data, 'reason').trim() }
    const answer = await call('settings.change', { params: { key }, body })
    if (!answer.ok) return answer.failure
    onDone()
    return null
  })
  return (
    <form ref={ref} className={styles['form']} onSubmit={submit} noValidate>
      <dl className={styles['beforeAfter']}>
        <div>
          <dt>{t('settings.before')}</dt>
          <dd>{shownValue(before, key)}</dd>
        </div>
        <div>
          <dt>{t('settings.after')}</dt>
          <dd>{shownValue(after, key)}</dd>
        </div>
      </dl>
      <p className="muted">{t('settings.soon')}</p>
      <ReasonField {...field} failure={failure} />
      <FailureNote failure={failure} />
      <DeskButton type="submit" full lead disabled={busy}>
        {t('settings.confirm')}
      </DeskButton>
      <DeskButton kind="quiet" full onClick={onBack}>
        {t('settings.back')}
      </DeskButton>
    </form>
  )
}

/** The effect of a responder for fictional profiles, and the service that `http` would ask [GUARD-7]. */
const ResponderNote = ({ responder }: { responder: string }) => {
  useSignals()
  const { data } = useCall('settings.list', {})
  if (responder !== 'http' || data === null)
    return <p className="muted">{tCode('responder', responder === '' ? 'unset' : responder)}</p>
  // URL and secret are in the environment, like every secret, so that no copy of the database has them.
  return data.fictional_service === null ? (
    <Note tone="bad">
      <p>{t('settings.noService')}</p>
    </Note>
  ) : (
    <p className="muted">{t('settings.service', { host: data.fictional_service })}</p>
  )
}
