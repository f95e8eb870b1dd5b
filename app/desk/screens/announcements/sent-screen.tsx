/** One announcement that was sent: its progress, its texts, the stop and a copy [DESK-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Tally } from '#contract/desk/announcements.ts'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import type { Locale } from '#contract/locales.ts'
import { call, deskUrlOf, failureText } from '../../calls.ts'
import { now } from '../../clock.ts'
import { dayText, whenText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { DESK_SCREENS, type ScreenProps } from '../../screens.ts'
import { languageWord, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { TableBox } from '../../ui/data-table.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { Box, Facts } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { ReasonDialog } from '../../ui/desk-dialog.tsx'
import { useCall } from '../../use-call.ts'
import styles from './announcements.module.css'
import { LanguageChoice, Preview } from './announcement-text.tsx'
import { audienceText, countOrDash, Progress, StateTag } from './words.tsx'

const LIST = DESK_SCREENS.announcements.path

export const AnnouncementScreen = ({ params: { id = '' } }: ScreenProps) => {
  useSignals()
  const read = useCall('announcements.get', { params: { id } }, ['announcements'])
  const { data, reload } = read
  return (
    <>
      <Head title={data?.announcement.title ?? t('announce.one')} back={{ href: LIST, label: t('announce.title') }}>
        {data ? <StateTag state={data.announcement.state} /> : null}
      </Head>
      <Main>
        <ReadState read={read} missing={{ title: t('announce.gone'), text: t('announce.goneText') }} />
        {data ? <SentDetails sent={data} onChanged={reload} /> : null}
      </Main>
    </>
  )
}

const SentDetails = ({
  sent: { announcement, form },
  onChanged,
}: {
  sent: DeskAnswer<'announcements.get'>
  onChanged: () => void
}) => {
  useSignals()
  const [, go] = useLocation()
  const [language, setLanguage] = useState<Locale>(form.fallback)
  const [isStopping, setStopping] = useState(false)
  const { id, state, mail, push } = announcement
  const params = { id, language }
  const { data: preview } = useCall('announcements.preview', { params })
  const copy = async (): Promise<void> => {
    const answer = await call('announcements.add', { body: { form } })
    if (answer.ok) go(`${LIST}/drafts/${answer.data.id}`)
    else showToast(failureText(answer.failure))
  }
  const isSending = state === 'sending'
  useKeys([
    { keys: ['c'], text: 'key.copyAsNew', run: () => void copy() },
    ...(isSending ? [{ keys: ['x'], text: 'key.stop' as const, run: () => setStopping(true) }] : []),
  ])
  return (
    <div className={styles['panes']}>
      <div className={styles['page']}>
        <TableBox
          title={t('announce.messages')}
          columns={[
            { name: t('announce.channel') },
            { name: t('announce.expected'), isNumber: true },
            { name: t('announce.sent'), isNumber: true },
            { name: t('announce.waiting'), isNumber: true },
            { name: t('announce.leftOut'), isNumber: true },
            { name: t('announce.failed'), isNumber: true },
          ]}
          rows={[
            { key: 'mail', cells: tallyCells(t('announce.mails'), mail) },
            { key: 'push', cells: tallyCells(t('announce.pushes'), push) },
          ]}
        />
        <p className="muted">{t('announce.leftOutNote')}</p>
        <Box title={t('announce.about')}>
          {isSending ? <Progress announcement={announcement} /> : null}
          <Facts
            facts={[
              [t('announce.state'), <StateTag key="state" state={state} />],
              [t('announce.kind'), tCode('announceKind', form.kind)],
              [t('announce.audience'), audienceText(form)],
              [t('announce.by'), announcement.by ?? t('announce.byCommand')],
              [t('announce.at'), whenText(announcement.at, now.value)],
              state === 'stopped'
                ? [t('announce.stoppedAt'), whenText(announcement.expires, now.value)]
                : [t('announce.lastDay'), form.last_day === null ? '–' : dayText(form.last_day)],
              [t('announce.path'), <code key="path">{form.path}</code>],
              [t('announce.fallback'), languageWord(form.fallback)],
            ]}
          />
          <div className={styles['bar']}>
            {isSending ? (
              <DeskButton kind="danger" icon="ban" keys="x" onClick={() => setStopping(true)}>
                {t('announce.stop')}
              </DeskButton>
            ) : null}
            <DeskButton kind="second" icon="copy" keys="c" onClick={() => void copy()}>
              {t('announce.copy')}
            </DeskButton>
          </div>
        </Box>
      </div>
      <div className={styles['side']}>
        <Box title={t('announce.preview')}>
          <LanguageChoice written={announcement.languages} language={language} onChoose={setLanguage} />
          <Preview
            wanted={language}
            preview={preview}
            mailUrl={deskUrlOf('announcements.mail', { params })}
            version={1}
          />
        </Box>
      </div>
      {isStopping ? (
        <ReasonDialog
          title={t('announce.stopTitle')}
          note={t('announce.stopText')}
          submit={t('announce.stop')}
          isDanger
          onClose={() => setStopping(false)}
          send={async (reason) => {
            const body = { reason }
            const answer = await call('announcements.stop', { params: { id }, body })
            if (!answer.ok) return answer.failure
            setStopping(false)
            showToast(t('announce.isStopped'))
            onChanged()
            return null
          }}
        />
      ) : null}
    </div>
  )
}

const tallyCells = (name: string, tally: Tally | null): string[] => [
  name,
  countOrDash(tally?.expected),
  countOrDash(tally?.sent),
  countOrDash(tally?.waiting),
  countOrDash(tally?.left_out),
  countOrDash(tally?.failed),
]
