/** A member's page: contact data covered, sessions, money, safety, history, and the acts of support [DESK-11]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { DeskMember, FoundMember } from '#contract/desk/members.ts'
import { memberSubject } from '#contract/desk/subject.ts'
import { TextField } from '../../../ui/field.tsx'
import { call, failureText, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { countryName, dateText, moneyText, whenText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys, type KeyEntry } from '../../keys.ts'
import type { ScreenProps } from '../../screens.ts'
import { mayCall } from '../../session.ts'
import { languageName, numberText, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton, DeskLink } from '../../ui/desk-button.tsx'
import { fieldText } from '../../ui/desk-form.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { Box, Facts, FictionalTag, Portrait, Tag } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { ReasonDialog } from '../../ui/desk-dialog.tsx'
import { useCall } from '../../use-call.ts'
import { memberName } from '../queue/row-words.ts'
import { AuthorityExports } from './authority-exports.tsx'
import { Contact } from './contact.tsx'
import { History } from './history.tsx'
import { offeredActs, REQUEST_ACTS, SUPPORT_ACTS, type MemberAct } from './member-acts.ts'
import styles from './member.module.css'
import { Notes } from './notes.tsx'

export const MemberScreen = ({ params: { id = '' } }: ScreenProps) => {
  useSignals()
  const read = useCall('members.get', { params: { id } }, [`member:${id}`])
  const { data, reload } = read
  const back = { href: '/members', label: t('members.title') }
  if (data) return <Member key={data.id} member={data} back={back} onDone={reload} />
  return (
    <>
      <Head title={t('member.title')} back={back} />
      <Main>
        <ReadState read={read} missing={{ title: t('member.missing'), text: t('member.missingText') }} />
      </Main>
    </>
  )
}

type MemberProps = { member: DeskMember; back: { href: string; label: string }; onDone: () => void }

const Member = ({ member, back, onDone }: MemberProps) => {
  useSignals()
  const [, navigate] = useLocation()
  const [act, setAct] = useState<MemberAct | null>(null)
  const support = offeredActs(SUPPORT_ACTS, member)
  const requests = offeredActs(REQUEST_ACTS, member)
  useKeys([
    ...support.flatMap((one): KeyEntry[] =>
      one.key === undefined ? [] : [{ keys: [one.key], text: 'key.endSessions', run: () => setAct(one) }],
    ),
    { keys: ['Escape'], text: 'key.back', run: () => navigate(back.href) },
  ])
  return (
    <>
      <Head
        title={memberName(member)}
        back={back}
        note={<span className="num">{t('member.number', { number: numberText(member.id) })}</span>}
      />
      <Main>
        <p className={styles['tags']}>
          <MemberTags {...member} />
          {member.sanction_until === null ? null : (
            <span className="muted">{t('member.until', { date: dateText(member.sanction_until) })}</span>
          )}
          {member.deleting_since === null ? null : (
            <span className="muted">{t('member.deletingSince', { date: dateText(member.deleting_since) })}</span>
          )}
          {mayCall('case.get') ? (
            <DeskLink kind="quiet" icon="gavel" href={`/cases/${memberSubject(member.id)}`}>
              {t('queue.open')}
            </DeskLink>
          ) : null}
          {mayCall('audit.list') ? (
            <DeskLink kind="quiet" icon="scroll" href={`/audit?member=${member.id}`}>
              {t('audit.title')}
            </DeskLink>
          ) : null}
        </p>
        <div className={styles['columns']}>
          <div className={styles['column']}>
            <Person member={member} />
            <Contact member={member} onShown={onDone} />
            <Safety member={member} />
          </div>
          <div className={styles['column']}>
            <Numbers member={member} />
            {mayCall('money.member') ? (
              <DeskLink kind="second" icon="euro" href={`/members/${member.id}/money`}>
                {t('memberMoney.open')}
              </DeskLink>
            ) : null}
            <History events={member.history} />
          </div>
          <div className={styles['column']}>
            <Sessions member={member} onDone={onDone} />
            <Notes member={member} onDone={onDone} />
            <Acts title={t('member.support')} acts={support} onAct={setAct} />
            <Acts title={t('member.onRequest')} acts={requests} onAct={setAct} />
            <AuthorityExports member={member} onDone={onDone} />
          </div>
        </div>
      </Main>
      {act ? <ActDialog act={act} member={member} onClose={() => setAct(null)} onDone={onDone} /> : null}
    </>
  )
}

const Person = ({ member }: { member: DeskMember }) => (
  <section className={styles['person']} aria-label={t('member.profile')}>
    <Portrait src={null} size={56} />
    <p>
      {t('member.from', { city: member.city, country: countryName(member.country) })}
      <br />
      <span className="muted">
        {t('member.genderLanguage', {
          gender: tCode('gender', member.gender),
          language: languageName(member.language),
        })}
      </span>
      <br />
      <span className="muted">{t('member.since', { date: dateText(member.signup_at) })}</span>
      <br />
      <span className="muted">{t('member.active', { when: whenText(member.last_active, now.value) })}</span>
    </p>
    {member.about_me === '' ? null : <p className={styles['about']}>{t('queue.quote', { text: member.about_me })}</p>}
  </section>
)

const Numbers = ({ member: { credits, bought, conversations } }: { member: DeskMember }) => (
  <dl className={styles['numbers']}>
    <div>
      <dt>{t('member.credits')}</dt>
      <dd>{numberText(credits)}</dd>
    </div>
    <div>
      <dt>{t('member.spent')}</dt>
      {bought.length === 0 ? <dd>–</dd> : null}
      {bought.map(({ currency, amount, payments }) => (
        <dd key={currency}>
          {moneyText(amount, currency)} <small>{t('member.payments', { count: payments })}</small>
        </dd>
      ))}
    </div>
    <div>
      <dt>{t('member.conversations')}</dt>
      <dd>{numberText(conversations)}</dd>
    </div>
  </dl>
)

const Safety = ({ member: { reports_about, reports_made, evidence } }: { member: DeskMember }) => (
  <Box title={t('member.safety')}>
    <Facts
      facts={[
        [t('member.reportsAbout'), numberText(reports_about)],
        [t('member.reportsMade'), numberText(reports_made)],
        [t('member.evidence'), t('member.evidenceHeld', { count: evidence.held })],
        [t('member.legalHold'), evidence.legal === 0 ? t('member.no') : t('member.legal', { count: evidence.legal })],
      ]}
    />
  </Box>
)

const Sessions = ({ member, onDone }: { member: DeskMember; onDone: () => void }) => {
  useSignals()
  const end = async (session: string): Promise<void> => {
    const answer = await call('members.end_sessions', { params: { id: String(member.id) }, body: { session } })
    if (!answer.ok) showToast(failureText(answer.failure))
    onDone()
  }
  const { sessions } = member
  return (
    <Box
      title={t('member.sessions')}
      end={<span className="muted">{t('member.sessionCount', { count: sessions.length })}</span>}
    >
      {sessions.length === 0 ? <p className="muted">{t('member.noSession')}</p> : null}
      <ul className={styles['lines']}>
        {sessions.map(({ id, device, browser, system, last_seen_at }) => (
          <li key={id}>
            <DeskIcon name={device === 'desktop' ? 'monitor' : device === 'unknown' ? 'globe' : 'smartphone'} />
            <p>
              {[tCode('device', device), system].filter((part) => part !== '').join(', ')}
              <br />
              <span className="muted">
                {[browser, whenText(last_seen_at, now.value)].filter((part) => part !== '').join(' · ')}
              </span>
            </p>
            {mayCall('members.end_sessions') ? (
              <DeskButton kind="quiet" onClick={() => void end(id)}>
                {t('member.end')}
              </DeskButton>
            ) : null}
          </li>
        ))}
      </ul>
    </Box>
  )
}

type ActsProps = { title: string; acts: readonly MemberAct[]; onAct: (act: MemberAct) => void }

const Acts = ({ title, acts, onAct }: ActsProps) =>
  acts.length === 0 ? null : (
    <Box title={title}>
      <ul className={styles['lines']}>
        {acts.map((act) => (
          <li key={act.name}>
            <DeskIcon name={act.icon} />
            <p>
              {tCode('memberAct', act.name)}
              <br />
              <span className="muted">{tCode('memberActNote', act.name)}</span>
            </p>
            <DeskButton
              kind={act.isDanger === true ? 'danger' : 'second'}
              {...(act.key !== undefined && { keys: act.key })}
              onClick={() => onAct(act)}
            >
              <span aria-hidden="true">{tCode('memberActDo', act.name)}</span>
              <span className="vh">
                {t('member.doAct', { verb: tCode('memberActDo', act.name), act: tCode('memberAct', act.name) })}
              </span>
            </DeskButton>
          </li>
        ))}
      </ul>
    </Box>
  )

type ActDialogProps = { act: MemberAct; member: DeskMember; onClose: () => void; onDone: () => void }

const ActDialog = ({ act, member, onClose, onDone }: ActDialogProps) => (
  <ReasonDialog
    title={tCode('memberAct', act.name)}
    note={t('member.actFor', { name: memberName(member), note: tCode('memberActNote', act.name) })}
    submit={tCode('memberAct', act.name)}
    isDanger={act.isDanger ?? false}
    onClose={onClose}
    renderFields={(failure) => act.hasMail === true && <MailField failure={failure} />}
    send={async (reason, data) => {
      const failure = await act.send(String(member.id), reason, data)
      if (failure) return failure
      showToast(tCode('memberActDone', act.name))
      onClose()
      onDone()
      return null
    }}
  />
)

const MailField = ({ failure }: { failure: Failure | null }) => (
  <TextField
    label={t('member.rightMail')}
    name="mail"
    type="email"
    autoComplete="off"
    required
    error={fieldText(failure, 'mail')}
  />
)

const STATUS_TONES = { not_confirmed: 'warn', active: 'good', deleting: 'bad', deleted: 'bad' } as const

/** Tags for an account: its status, a sanction, paid, fictional. */
export const MemberTags = ({ status, sanction, paid, fictional }: Omit<FoundMember, 'by'>) => (
  <>
    <Tag tone={STATUS_TONES[status]}>{tCode('memberStatus', status)}</Tag>
    {sanction === null ? null : <Tag tone="bad">{tCode('sanction', sanction)}</Tag>}
    {paid ? <Tag tone="plum">{t('member.paid')}</Tag> : null}
    {fictional ? <FictionalTag /> : null}
  </>
)
