/** The members that an announcement is for, and the recipients that this makes now. */
import { useSignals } from '@preact/signals-react/runtime'
import {
  audienceOf,
  languagesIn,
  LAST_SEEN_DAYS_MAX,
  type AnnouncementForm,
  type AnnouncementReach,
  type Audience,
} from '#contract/desk/announcement-form.ts'
import { LOCALES } from '#contract/locales.ts'
import { ChipButton } from '../../../ui/chip.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { call } from '../../calls.ts'
import { countryName, dayText } from '../../format.ts'
import { languageWord, numberText, t, tCode } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { FailureNote, useDeskForm } from '../../ui/desk-form.tsx'
import { Facts } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall, type CallState } from '../../use-call.ts'
import styles from './announcements.module.css'
import { audienceText } from './words.tsx'

type Props = { form: AnnouncementForm; onChange: (audience: Audience) => void }

export const AudienceFields = ({ form: { kind, audience }, onChange }: Props) => {
  useSignals()
  const { data } = useCall('announcements.countries', {})
  if (kind === 'service') return <Note>{t('announce.serviceNote')}</Note>
  const { languages, countries, last_seen: seen } = audience
  // A country that the site has left since may still be chosen.
  const offered = [...new Set([...(data?.countries ?? []), ...countries])].toSorted((one, other) =>
    countryName(one).localeCompare(countryName(other)),
  )
  return (
    <>
      <Choice
        legend={t('announce.languages')}
        offered={LOCALES}
        chosen={languages}
        wordOf={languageWord}
        ifNone={t('announce.everyLanguage')}
        onChange={(chosen) => onChange({ ...audience, languages: chosen })}
      />
      <Choice
        legend={t('announce.countries')}
        offered={offered}
        chosen={countries}
        wordOf={countryName}
        ifNone={t('announce.everyCountry')}
        onChange={(chosen) => onChange({ ...audience, countries: chosen })}
      />
      <div className={styles['pair']}>
        <SelectField
          label={t('announce.lastSeen')}
          name="seen"
          value={seen?.is ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              ...audience,
              last_seen: value === 'within' || value === 'before' ? { is: value, days: seen?.days ?? 30 } : null,
            })
          }
        >
          <option value="">{t('announce.seenAny')}</option>
          <option value="within">{t('announce.seenWithinDays')}</option>
          <option value="before">{t('announce.seenBeforeDays')}</option>
        </SelectField>
        {seen ? (
          <TextField
            label={t('announce.days')}
            name="days"
            type="number"
            min={1}
            max={LAST_SEEN_DAYS_MAX}
            defaultValue={seen.days}
            onChange={({ currentTarget: { value } }) => {
              const days = Math.trunc(Number(value))
              if (days >= 1 && days <= LAST_SEEN_DAYS_MAX) onChange({ ...audience, last_seen: { ...seen, days } })
            }}
          />
        ) : null}
      </div>
    </>
  )
}

type ChoiceProps<Item extends string> = {
  legend: string
  offered: readonly Item[]
  chosen: readonly Item[]
  wordOf: (item: Item) => string
  /** Shown while nothing is chosen, which means everything. */
  ifNone: string
  onChange: (chosen: Item[]) => void
}

const Choice = <Item extends string>({ legend, offered, chosen, wordOf, ifNone, onChange }: ChoiceProps<Item>) => (
  <fieldset className={styles['chips']}>
    <legend>{legend}</legend>
    {offered.map((one) => (
      <ChipButton
        key={one}
        on={chosen.includes(one)}
        aria-pressed={chosen.includes(one)}
        onClick={() => onChange(toggled(chosen, one))}
      >
        {wordOf(one)}
      </ChipButton>
    ))}
    <p className="muted">{chosen.length === 0 ? ifNone : null}</p>
  </fieldset>
)

const toggled = <Item,>(list: readonly Item[], item: Item): Item[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item]

/** The recipients of now, for an audience that somebody is choosing. */
export const useReach = (form: AnnouncementForm): CallState<'announcements.reach'> =>
  useCall('announcements.reach', { body: { kind: form.kind, audience: audienceOf(form) } })

export const ReachBox = ({ form, read }: { form: AnnouncementForm; read: CallState<'announcements.reach'> }) => {
  const { data } = read
  return (
    <div className={styles['reach']} aria-live="polite">
      <ReadState read={read} />
      {data ? (
        <>
          <p>
            <b className={styles['number']}>{numberText(data.members)}</b>{' '}
            {t('announce.members', { count: data.members })}
          </p>
          <p className="muted">{t('announce.channels', { mail: data.mail, push: data.push })}</p>
          <FallbackLines form={form} reach={data} />
        </>
      ) : null}
    </div>
  )
}

/** Members whose language has no text, by language. */
const FallbackLines = ({ form, reach }: { form: AnnouncementForm; reach: AnnouncementReach }) => {
  const own = new Set(languagesIn(form))
  const lacking = reach.languages.filter(({ language }) => !own.has(language) && language !== form.fallback)
  return lacking.length === 0 ? null : (
    <ul className={styles['lines']}>
      {lacking.map(({ language, members }) => (
        <li key={language}>
          {t('announce.fallsBack', {
            count: members,
            language: languageWord(language),
            fallback: languageWord(form.fallback),
          })}
        </li>
      ))}
    </ul>
  )
}

type DialogProps = {
  id: number
  form: AnnouncementForm
  version: number
  onClose: () => void
  onSent: (id: string) => void
}

export const SendDialog = ({ id, form, version, onClose, onSent }: DialogProps) => {
  useSignals()
  const read = useReach(form)
  const { data, reload } = read
  const { busy, failure, submit } = useDeskForm(async () => {
    if (data === null) return null
    const input = { params: { id: String(id) }, body: { version, confirmed: { members: data.members } } }
    const name = form.kind === 'service' ? 'announcements.send_service' : 'announcements.send'
    const answer = await call(name, input)
    if (answer.ok) {
      onSent(answer.data.id)
      return null
    }
    if (answer.failure.error === 'recipients_changed') reload()
    return answer.failure
  })
  return (
    <DeskDialog title={t('announce.sendTitle')} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit}>
        <ReadState read={read} />
        {data ? (
          <>
            <p>
              <b className={styles['number']}>{numberText(data.members)}</b>{' '}
              {t('announce.members', { count: data.members })}
            </p>
            <Facts
              facts={[
                [t('announce.mails'), numberText(data.mail)],
                [t('announce.pushes'), numberText(data.push)],
                [t('announce.kind'), tCode('announceKind', form.kind)],
                [t('announce.audience'), audienceText(form)],
                [t('announce.lastDay'), form.last_day === null ? '–' : dayText(form.last_day)],
              ]}
            />
            <FallbackLines form={form} reach={data} />
            <Note tone="warn">{t(form.kind === 'service' ? 'announce.serviceWarning' : 'announce.sendNote')}</Note>
            <FailureNote failure={failure} />
            <DeskButton type="submit" full lead disabled={busy || data.members === 0}>
              {t('announce.sendTo', { count: data.members })}
            </DeskButton>
          </>
        ) : null}
        <DeskButton kind="quiet" full onClick={onClose}>
          {t('announce.notYet')}
        </DeskButton>
      </form>
    </DeskDialog>
  )
}
