/** The last look before an announcement is sent: its recipients in numbers, counted once more. */
import { useSignals } from '@preact/signals-react/runtime'
import type { AnnouncementForm } from '#contract/desk/entities/announcement.ts'
import { Note } from '../../../ui/note.tsx'
import { call } from '../../calls.ts'
import { dayText } from '../../format.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { FailureNote, useDeskForm } from '../../ui/desk-form.tsx'
import { Facts } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { FallbackLines, useReach } from './audience-fields.tsx'
import styles from './announcements.module.css'
import { audienceText } from './words.tsx'

type Props = {
  id: number
  form: AnnouncementForm
  version: number
  onClose: () => void
  onSent: (id: string) => void
}

export const SendDialog = ({ id, form, version, onClose, onSent }: Props) => {
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
