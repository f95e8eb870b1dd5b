/** Writes an announcement: audience, texts and preview; each pause in typing stores the draft [DESK-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import {
  ANNOUNCEMENT_KINDS,
  announcementFaults,
  languagesIn,
  type AnnouncementFault,
  type AnnouncementForm,
} from '#contract/desk/announcement-form.ts'
import type { AnnouncementDraft } from '#contract/desk/announcements.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { call, deskUrlOf, failureText } from '../../calls.ts'
import { now } from '../../clock.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { DESK_SCREENS, type ScreenProps } from '../../screens.ts'
import { mayCall } from '../../session.ts'
import { languageWord, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { Box } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import { AudienceFields, ReachBox, SendDialog, useReach } from './audience.tsx'
import styles from './announcements.module.css'
import { closeDraft, isSaved, openDraft, type OpenDraft } from './open-draft.ts'
import { SaveFailure, SaveNote } from './save-state.tsx'
import { LanguageChoice, Preview, TextFields } from './announcement-text.tsx'

const LIST = DESK_SCREENS.announcements.path

export const AnnouncementDraftScreen = ({ params: { id = '' } }: ScreenProps) => {
  useSignals()
  const read = useCall('announcements.draft', { params: { id } })
  const { data } = read
  if (data) return <Editor key={`${data.id} ${data.version}`} draft={data} onReload={read.reload} />
  return (
    <>
      <Head title={t('announce.draft')} back={{ href: LIST, label: t('announce.title') }} />
      <Main>
        <ReadState read={read} missing={{ title: t('announce.gone'), text: t('announce.goneText') }} />
      </Main>
    </>
  )
}

const Editor = ({ draft, onReload }: { draft: AnnouncementDraft; onReload: () => void }) => {
  useSignals()
  const [, go] = useLocation()
  const [opened] = useState(() => openDraft(draft))
  const form = opened.form.value
  const [language, setLanguage] = useState<Locale>(form.fallback)
  const [dialog, setDialog] = useState<'send' | 'discard' | null>(null)
  const reach = useReach(form)
  const faults = announcementFaults(form, now.value)
  const mayWriteKind = form.kind !== 'service' || mayCall('announcements.send_service')
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (!isSaved()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => {
      removeEventListener('beforeunload', warn)
      void opened.flush()
    }
  }, [opened])

  const whenSaved = async (act: () => Promise<void> | void): Promise<void> => {
    if (await opened.flush()) await act()
    else showToast(t('announce.notSavedYet'))
  }
  const send = (): void => {
    if (faults.length === 0 && mayWriteKind) void whenSaved(() => setDialog('send'))
  }
  const test = (): void => {
    void whenSaved(async () => {
      const answer = await call('announcements.test', { params: { id: String(draft.id) }, body: { language } })
      showToast(answer.ok ? t('announce.tested', { mail: answer.data.mail }) : failureText(answer.failure))
    })
  }
  const discard = async (): Promise<void> => {
    const answer = await call('announcements.discard', { params: { id: String(draft.id) } })
    setDialog(null)
    if (!answer.ok && answer.failure.error !== 'not_found') return void showToast(failureText(answer.failure))
    closeDraft(draft.id)
    showToast(t('announce.discarded'))
    go(LIST)
  }
  useKeys([
    {
      keys: LOCALES.map((_, index) => String(index + 1)),
      text: 'key.textLanguage',
      isRange: true,
      run: (key) => setLanguage(LOCALES[Number(key) - 1] ?? language),
    },
    { keys: ['t'], text: 'key.testMail', run: test },
    { keys: ['Control+Enter'], text: 'key.send', run: send },
  ])
  return (
    <>
      <Head
        title={t('announce.draftShort')}
        note={<SaveNote opened={opened} />}
        back={{ href: LIST, label: t('announce.title') }}
      />
      <Main>
        <SaveFailure opened={opened} onReload={onReload} />
        <div className={styles['panes']}>
          <div className={styles['page']}>
            <Box title={t('announce.about')}>
              <AboutFields form={form} faults={faults} onChange={opened.change} />
            </Box>
            <Box title={t('announce.audience')}>
              <AudienceFields form={form} onChange={(audience) => opened.change({ audience })} />
            </Box>
            <Box title={t('announce.texts')}>
              <LanguageChoice
                written={languagesIn(form)}
                lacking={lackingIn(faults, languagesIn(form))}
                language={language}
                onChoose={setLanguage}
              />
              <TextFields form={form} language={language} faults={faults} onChange={opened.change} />
            </Box>
          </div>
          <div className={styles['side']}>
            <Box title={t('announce.recipients')}>
              <ReachBox form={form} read={reach} />
              {mayWriteKind ? null : <Note tone="warn">{t('announce.ownerSends')}</Note>}
              <FaultList faults={faults} />
              <DeskButton full lead icon="send" disabled={faults.length > 0 || !mayWriteKind} onClick={send}>
                {t('announce.send')}
              </DeskButton>
              <div className={styles['bar']}>
                <DeskButton kind="second" icon="mail" keys="t" onClick={test}>
                  {t('announce.test')}
                </DeskButton>
                <DeskButton kind="quiet" icon="trash" onClick={() => setDialog('discard')}>
                  {t('announce.discard')}
                </DeskButton>
              </div>
            </Box>
            <Box title={t('announce.preview')}>
              <DraftPreview opened={opened} language={language} />
            </Box>
          </div>
        </div>
      </Main>
      {dialog === 'send' ? (
        <SendDialog
          id={draft.id}
          form={form}
          version={opened.version.value}
          onClose={() => setDialog(null)}
          onSent={(id) => {
            closeDraft(draft.id)
            showToast(t('announce.onItsWay'))
            go(`${LIST}/${id}`)
          }}
        />
      ) : null}
      {dialog === 'discard' ? (
        <DeskDialog
          title={t('announce.discardTitle')}
          onClose={() => setDialog(null)}
          actions={
            <DeskButton kind="danger" onClick={() => void discard()}>
              {t('announce.discard')}
            </DeskButton>
          }
        >
          <p>{t('announce.discardText')}</p>
        </DeskDialog>
      ) : null}
    </>
  )
}

type AboutProps = {
  form: AnnouncementForm
  faults: readonly AnnouncementFault[]
  onChange: OpenDraft['change']
}

/** The kind of an announcement, the screen that it opens, and its last day. */
const AboutFields = ({ form, faults, onChange }: AboutProps) => {
  const fieldError = (field: string): string | undefined => {
    const fault = faults.find((one) => one.field === field)
    return fault && tCode('field', fault.fault)
  }
  return (
    <>
      <SelectField
        label={t('announce.kind')}
        hint={tCode('announceKindHint', form.kind)}
        name="kind"
        value={form.kind}
        onChange={({ currentTarget: { value } }) =>
          onChange({ kind: ANNOUNCEMENT_KINDS.find((one) => one === value) ?? form.kind })
        }
      >
        {ANNOUNCEMENT_KINDS.map((one) => (
          <option key={one} value={one}>
            {tCode('announceKind', one)}
          </option>
        ))}
      </SelectField>
      <div className={styles['pair']}>
        <TextField
          label={t('announce.path')}
          hint={t('announce.pathHint')}
          name="path"
          autoComplete="off"
          spellCheck={false}
          value={form.path}
          onChange={({ currentTarget: { value } }) => onChange({ path: value })}
          error={fieldError('path')}
        />
        <TextField
          label={t('announce.lastDay')}
          hint={t('announce.lastDayHint')}
          name="last_day"
          type="date"
          value={form.last_day ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ last_day: value === '' ? null : value })}
          error={fieldError('last_day')}
        />
      </div>
    </>
  )
}

/** Begun languages whose text lacks a part. */
const lackingIn = (faults: readonly AnnouncementFault[], begun: readonly Locale[]): Locale[] =>
  begun.filter((locale) => faults.some(({ field }) => field.startsWith(`texts.${locale}.`)))

const DraftPreview = ({ opened: { id, version }, language }: { opened: OpenDraft; language: Locale }) => {
  useSignals()
  const params = { id: String(id), language }
  const { data } = useCall('announcements.draft_preview', { params }, ['announcements'])
  return (
    <Preview
      wanted={language}
      preview={data}
      mailUrl={deskUrlOf('announcements.draft_mail', { params })}
      version={version.value}
    />
  )
}

/** Each missing thing once, with its language. */
const FaultList = ({ faults }: { faults: readonly AnnouncementFault[] }) =>
  faults.length === 0 ? null : (
    <div>
      <p>{t('announce.missing')}</p>
      <ul className={styles['lines']}>
        {faults.map(({ field, fault }) => (
          <li key={field}>{faultText(field, tCode('field', fault))}</li>
        ))}
      </ul>
    </div>
  )

const faultText = (field: string, fault: string): string => {
  const [name = '', locale = '', part = ''] = field.split('.')
  const place =
    name === 'texts'
      ? `${languageWord(locale)}, ${tCode('announcePart', part)}`
      : t(name === 'path' ? 'announce.path' : 'announce.lastDay')
  return `${place}: ${fault}`
}
