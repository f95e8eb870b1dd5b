import { useSignals } from '@preact/signals-react/runtime'
import { Fragment, useState } from 'react'
import type { DeskMember } from '#contract/desk/members.ts'
import { call, failureText, type Failure } from '../../calls.ts'
import { useKeys } from '../../keys.ts'
import { mayCall } from '../../session.ts'
import { t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskIcon, type DeskIconName } from '../../ui/desk-icon.tsx'
import { Box } from '../../ui/parts.tsx'
import styles from './member.module.css'

type Part = 'mail' | 'phone' | 'address'
const ICONS = { mail: 'mail', phone: 'smartphone', address: 'file' } as const satisfies Record<Part, DeskIconName>

/** An address too long for its line breaks before its @ or a dot, not inside a word. */
const Breakable = ({ text }: { text: string }) =>
  text.split(/(?=[@.])/).map((part, at) => (
    // eslint-disable-next-line react/no-array-index-key -- the parts of an address never change places
    <Fragment key={at}>
      {at === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ))

/** Contact data is masked until somebody asks for it. The audit records who asked [DESK-3]. */
export const Contact = ({ member, onShown }: { member: DeskMember; onShown: () => void }) => {
  useSignals()
  const [shown, setShown] = useState<Partial<Record<Part, readonly string[]>>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const show = async (part: Part): Promise<void> => {
    const answer = await call('members.show', { params: { id: String(member.id) }, body: { part } })
    setFailure(answer.ok ? null : answer.failure)
    if (!answer.ok) return
    setShown((before) => ({ ...before, [part]: answer.data.values }))
    onShown()
  }
  const isAllowed = mayCall('members.show')
  useKeys(
    isAllowed && shown.mail === undefined ? [{ keys: ['v'], text: 'key.show', run: () => void show('mail') }] : [],
  )
  const rows: readonly { part: Part; covered: readonly string[]; label: string }[] = [
    { part: 'mail', covered: [member.mail], label: t('member.mail') },
    { part: 'phone', covered: member.phones, label: t('member.phone') },
    {
      part: 'address',
      covered: member.addresses === 0 ? [] : [t('member.addresses', { count: member.addresses })],
      label: t('member.address'),
    },
  ]
  return (
    <Box title={t('member.contact')} end={<span className="muted">{t('member.logged')}</span>}>
      <ul className={styles['lines']}>
        {rows.map(({ part, covered, label }) => (
          <li key={part}>
            <DeskIcon name={ICONS[part]} />
            <p>
              <span className="muted">{label}</span>
              <br />
              {covered.length === 0 ? t('member.noneKnown') : <Breakable text={(shown[part] ?? covered).join(' · ')} />}
            </p>
            {isAllowed && covered.length > 0 && shown[part] === undefined ? (
              <DeskButton kind="quiet" {...(part === 'mail' && { keys: 'v' })} onClick={() => void show(part)}>
                <span aria-hidden="true">{t('photos.show')}</span>
                <span className="vh">{t('member.showPart', { part: label })}</span>
              </DeskButton>
            ) : null}
          </li>
        ))}
      </ul>
      {failure ? <p role="alert">{failureText(failure)}</p> : null}
    </Box>
  )
}
