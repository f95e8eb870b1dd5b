/** Gallery of form fields. */
import { useState } from 'react'
import { FailedRead } from '../../shell/failed-read.tsx'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { CheckField, Field, FieldErrorText, SelectField, TextAreaField, TextField } from '../field.tsx'
import { CountedLine, CountedTextField } from '../counted-text-field.tsx'
import { FormRefusal, NeedsCookies, NeedsNetwork, ParkedNote } from '../form-notes.tsx'
import { PasswordField } from '../password-field.tsx'
import { RangeSlider } from '../range-slider.tsx'
import { Rows } from '../rows.tsx'
import { SegmentedChoice, SegmentedLinks } from '../segmented.tsx'
import { Switch, SwitchRow } from '../switch.tsx'
import { Shelf } from './shelf.tsx'

export const Fields = ({ theme }: { theme: string }) => {
  const [on, setOn] = useState(true)
  const [ages, setAges] = useState<[number, number]>([34, 46])
  const [sort, setSort] = useState<'one' | 'two'>('one')
  const required = t('field.required')
  return (
    <>
      <Shelf name="Fields">
        <TextField label={t('login.email')} defaultValue="friederike@example.org" />
        <TextField label={t('login.email')} error={t('field.email_invalid')} />
        <TextField label={t('login.email')} disabled hint={t('shell.failedText')} />
        <PasswordField label={t('login.password')} defaultValue="twelve letters" />
        <SelectField label={t('shell.language')}>
          <option>Deutsch</option>
        </SelectField>
        <SelectField label={t('shell.language')} error={required}>
          <option />
        </SelectField>
        <TextAreaField label={t('shell.chats')} hint={t('shell.notFoundText')} />
        <TextAreaField label={t('shell.chats')} error={required} />
        <CountedTextField label={t('shell.chats')} max={5} defaultValue="too long" />
        <CountedLine label={t('shell.chats')} max={5} defaultValue="too long" />
        <RangeSlider
          label={t('members.ages')}
          names={[t('members.ageFrom'), t('members.ageTo')]}
          min={18}
          max={99}
          value={ages}
          onChange={setAges}
        />
        <Field label={t('shell.likes')} group>
          {() => (
            <SegmentedChoice
              label={t('shell.likes')}
              name={`choice-${theme}`}
              value={sort}
              onChange={setSort}
              items={[
                { value: 'one', label: t('likes.received') },
                { value: 'two', label: t('likes.matches') },
              ]}
            />
          )}
        </Field>
        <CheckField defaultChecked>{t('shell.chats')}</CheckField>
        <FieldErrorText text={required} />
      </Shelf>
      <Shelf name="Choices">
        <SegmentedLinks
          label={t('likes.title')}
          items={[
            { label: t('likes.received'), href: href('likes'), current: true },
            { label: t('likes.sent'), href: href('likes-type', { type: 'sent' }), current: false },
            { label: t('likes.matches'), href: href('likes-type', { type: 'matches' }), current: false },
          ]}
        />
        <Rows>
          <SwitchRow icon="bell" label={t('alert.push')} hint={t('shell.failedText')} checked={on} onChange={setOn} />
          <SwitchRow label={t('alert.push')} checked={!on} onChange={(is) => setOn(!is)} />
        </Rows>
        <Switch checked disabled aria-label={t('alert.push')} onChange={setOn} />
      </Shelf>
      <Shelf name="Notes of a form">
        <FormRefusal failure={{ error: 'rate_limited', retry_after: 60 }} />
        <FormRefusal failure={{ error: 'network_unavailable' }} />
        <FailedRead
          error={{ error: 'network_unavailable' }}
          offlineText={t('shell.offline')}
          onRetry={async () => {}}
        />
        <NeedsNetwork />
        <NeedsCookies />
        <ParkedNote />
      </Shelf>
    </>
  )
}
