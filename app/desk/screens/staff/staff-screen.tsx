/** The people at the desk: an owner adds them, changes roles, ends accounts and resets them [DESK-1]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { STAFF_ROLES, type StaffRole } from '#contract/desk/roles.ts'
import type { StaffMember } from '#contract/desk/staff.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, type Answer, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { dateText, whenText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { self } from '../../session.ts'
import { t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog, ReasonDialog } from '../../ui/desk-dialog.tsx'
import { fieldText } from '../../ui/desk-form.tsx'
import { StaffSquare, Tag } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import styles from './staff.module.css'

/** The open dialog, and the account that it is about; null for a new account. */
type OpenDialog = { act: 'add'; person: null } | { act: PersonAct; person: StaffMember }
type PersonAct = 'role' | 'reset' | 'end'

/** Adding and resetting an account answer with a first password [DESK-1]. */
type FirstPassword = { name: string; password: string }

export const StaffScreen = () => {
  useSignals()
  const read = useCall('staff.list', {})
  const { data, reload } = read
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [password, setPassword] = useState<FirstPassword | null>(null)
  const add = (): void => setDialog({ act: 'add', person: null })
  useKeys([{ keys: ['n'], text: 'key.addStaff', run: add }])
  const people = data?.staff ?? []
  const finish = (made: FirstPassword | null): void => {
    setDialog(null)
    if (made) setPassword(made)
    else showToast(t('staff.done'))
    reload()
  }
  return (
    <>
      <Head
        title={t('staff.title')}
        note={data ? t('staff.count', { count: people.filter(({ ended_at }) => ended_at === null).length }) : undefined}
      />
      <Main stacked>
        <DeskButton icon="plus" keys="n" className={styles['add']} onClick={add}>
          {t('staff.add')}
        </DeskButton>
        <ReadState read={read} />
        <ul className={styles['people']}>
          {people.map((person) => (
            <li key={person.id}>
              <Person person={person} onAct={(act) => setDialog({ act, person })} />
            </li>
          ))}
        </ul>
      </Main>
      {dialog ? <ActDialog dialog={dialog} onClose={() => setDialog(null)} onDone={finish} /> : null}
      {password ? <PasswordDialog made={password} onClose={() => setPassword(null)} /> : null}
    </>
  )
}

type PersonProps = { person: StaffMember; onAct: (act: PersonAct) => void }

const Person = ({ person: { id, name, mail, role, factors, seen_at, ended_at }, onAct }: PersonProps) => {
  useSignals()
  const isSelf = id === self.value?.id
  const actButton = (act: PersonAct, verb: string) => (
    <DeskButton
      kind={act === 'end' ? 'danger' : 'second'}
      aria-label={t('staff.actOn', { act: verb, name })}
      onClick={() => onAct(act)}
    >
      {verb}
    </DeskButton>
  )
  return (
    <article className={styles['person']}>
      <StaffSquare name={name} large />
      <p className={styles['who']}>
        <b>{name}</b> {isSelf ? <Tag tone="signal">{t('staff.you')}</Tag> : null}
        <br />
        <span className="muted">{mail}</span>
      </p>
      <p>
        {tCode('role', role)}
        <br />
        <span className="muted">
          {factors.length === 0 ? t('staff.noFactor') : factors.map((factor) => tCode('factor', factor)).join(', ')}
        </span>
      </p>
      <p className="muted">
        {t('staff.seen')}
        <br />
        {seen_at === null ? t('staff.never') : whenText(seen_at, now.value)}
      </p>
      <div className={styles['acts']}>
        {ended_at === null ? null : <Tag>{t('staff.ended', { date: dateText(ended_at) })}</Tag>}
        {/* Another owner changes an owner's own account, so that nobody locks themselves out. */}
        {ended_at === null && !isSelf ? (
          <>
            {actButton('role', t('staff.changeRole'))}
            {actButton('reset', t('staff.reset'))}
            {actButton('end', t('staff.end'))}
          </>
        ) : null}
      </div>
    </article>
  )
}

type ActDialogProps = { dialog: OpenDialog; onClose: () => void; onDone: (made: FirstPassword | null) => void }

const ActDialog = ({ dialog: { act, person }, onClose, onDone }: ActDialogProps) => {
  const finish = (answer: Answer<'staff.add' | 'staff.reset' | 'staff.role' | 'staff.end'>): Failure | null => {
    if (!answer.ok) return answer.failure
    const { data } = answer
    onDone('password' in data ? { name: data.staff.name, password: data.password } : null)
    return null
  }
  if (act === 'add')
    return (
      <ReasonDialog
        title={t('staff.add')}
        note={t('staff.addNote')}
        submit={t('staff.add')}
        renderFields={(failure) => <AddFields failure={failure} />}
        send={async (reason, data) => {
          const body = { mail: textOf(data, 'mail'), name: textOf(data, 'name'), role: roleOf(data), reason }
          return finish(await call('staff.add', { body }))
        }}
        onClose={onClose}
      />
    )
  const { name } = person
  const params = { id: String(person.id) }
  if (act === 'role')
    return (
      <ReasonDialog
        title={t('staff.actOn', { act: t('staff.changeRole'), name })}
        note={t('staff.changeRoleNote', { name, role: tCode('role', person.role) })}
        submit={t('staff.changeRole')}
        renderFields={(failure) => <RoleField failure={failure} present={person.role} />}
        send={async (reason, data) =>
          finish(await call('staff.role', { params, body: { role: roleOf(data), reason } }))
        }
        onClose={onClose}
      />
    )
  const isEnd = act === 'end'
  return (
    <ReasonDialog
      title={t('staff.actOn', { act: t(isEnd ? 'staff.end' : 'staff.reset'), name })}
      note={t(isEnd ? 'staff.endNote' : 'staff.resetNote', { name })}
      submit={t(isEnd ? 'staff.end' : 'staff.reset')}
      isDanger
      send={async (reason) => finish(await call(isEnd ? 'staff.end' : 'staff.reset', { params, body: { reason } }))}
      onClose={onClose}
    />
  )
}

const AddFields = ({ failure }: { failure: Failure | null }) => (
  <>
    <TextField label={t('staff.name')} name="name" autoComplete="off" required error={fieldText(failure, 'name')} />
    <TextField
      label={t('staff.mail')}
      name="mail"
      type="email"
      autoComplete="off"
      required
      error={fieldText(failure, 'mail')}
    />
    <RoleField failure={failure} />
  </>
)

const RoleField = ({ failure, present }: { failure: Failure | null; present?: StaffRole }) => (
  <SelectField label={t('staff.role')} name="role" defaultValue={present} error={fieldText(failure, 'role')}>
    {STAFF_ROLES.map((role) => (
      <option key={role} value={role}>
        {tCode('role', role)}
      </option>
    ))}
  </SelectField>
)

/** Shows a first password. The server sends it only once, so the dialog stays until somebody confirms it. */
const PasswordDialog = ({ made: { name, password }, onClose }: { made: FirstPassword; onClose: () => void }) => (
  <DeskDialog
    title={t('staff.password')}
    onClose={onClose}
    actions={<DeskButton onClick={onClose}>{t('staff.passwordDone')}</DeskButton>}
  >
    <p>{t('staff.passwordNote', { name })}</p>
    <p className={styles['password']}>
      <code>{password}</code>
    </p>
  </DeskDialog>
)

/** The chosen role. A value that the form does not offer becomes the role with the fewest rights. */
const roleOf = (data: FormData): StaffRole => STAFF_ROLES.find((role) => role === textOf(data, 'role')) ?? 'marketing'
