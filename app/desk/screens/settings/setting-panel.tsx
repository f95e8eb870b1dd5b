/** One setting: its value for each domain, the default, and the history with undo. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { DeskSetting, SettingChange } from '#contract/desk/settings.ts'
import { call } from '../../calls.ts'
import { now } from '../../clock.ts'
import { whenText } from '../../format.ts'
import { useKeys } from '../../keys.ts'
import { t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { Box, StaffSquare, Tag } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { ReasonDialog } from '../../ui/desk-dialog.tsx'
import { useCall } from '../../use-call.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { shownValue } from './setting-value.ts'
import styles from './settings.module.css'

type Props = { setting: DeskSetting; onChanged: () => void }

/** `*` is every domain. */
const domainText = (domain: string): string => (domain === '*' ? t('settings.everyDomain') : domain)

export const SettingPanel = ({ setting, onChanged }: Props) => {
  useSignals()
  const { key, values, default: standard } = setting
  const history = useCall('settings.history', { params: { key } }, ['settings'])
  /** The domain whose value is being changed; empty for a new one. */
  const [changing, setChanging] = useState<string | null>(null)
  const [undoing, setUndoing] = useState<SettingChange | null>(null)
  const changes = history.data?.changes ?? []
  const newest = changes.find(({ is_newest }) => is_newest)
  useKeys([
    { keys: ['e'], text: 'key.change', run: () => setChanging('*') },
    { keys: ['u'], text: 'key.undo', run: () => setUndoing(newest ?? null) },
  ])
  const finish = (): void => {
    setChanging(null)
    setUndoing(null)
    showToast(t('settings.done'))
    history.reload()
    onChanged()
  }
  const rows = values.some(({ domain }) => domain === '*') ? values : [{ domain: '*', value: standard }, ...values]
  return (
    <div className={styles['stack']}>
      <header>
        <h2>{tCode('setting', key)}</h2>
        <code className="muted">{key}</code>
      </header>
      <Box title={t('settings.now')}>
        <dl className={styles['values']}>
          {rows.map(({ domain, value }) => (
            <div key={domain}>
              <dt>{domainText(domain)}</dt>
              <dd>
                <Value value={value} name={key} />
                <DeskButton
                  kind="second"
                  {...(domain === '*'
                    ? { keys: 'e' }
                    : { 'aria-label': t('settings.changeFor', { domain: domainText(domain) }) })}
                  onClick={() => setChanging(domain)}
                >
                  {t('settings.change')}
                </DeskButton>
              </dd>
            </div>
          ))}
          <div>
            <dt>{t('settings.default')}</dt>
            <dd>
              <Value value={standard} name={key} />
            </dd>
          </div>
        </dl>
        <DeskButton kind="quiet" icon="plus" onClick={() => setChanging('')}>
          {t('settings.addDomain')}
        </DeskButton>
        <p className="muted">{t('settings.order')}</p>
      </Box>
      <Box title={t('settings.history')}>
        <ReadState read={history} />
        {history.data && changes.length === 0 ? <p className="muted">{t('settings.noHistory')}</p> : null}
        <ol className={styles['changes']}>
          {changes.map((change) => (
            <li key={change.id}>
              <Change change={change} isFirst={change === newest} onUndo={() => setUndoing(change)} />
            </li>
          ))}
        </ol>
      </Box>
      {changing === null ? null : (
        <ChangeDialog setting={setting} domain={changing} onClose={() => setChanging(null)} onDone={finish} />
      )}
      {undoing ? <UndoDialog change={undoing} onClose={() => setUndoing(null)} onDone={finish} /> : null}
    </div>
  )
}

const Value = ({ value, name }: { value: unknown; name: string }) => {
  useSignals()
  const text = shownValue(value, name)
  return text.includes('\n') ? (
    // A long value scrolls, so it must be reachable by keyboard.
    <pre className={styles['code']} tabIndex={0}>
      {text}
    </pre>
  ) : (
    <span className={styles['plain']}>{text}</span>
  )
}

/** The value before or after a change as text. A missing value means that the setting was unset, so the default applied. */
const sideOf = (change: SettingChange, side: 'before' | 'after'): string =>
  change[side] === undefined ? t('settings.unset') : shownValue(change[side])

type ChangeProps = { change: SettingChange; isFirst: boolean; onUndo: () => void }

const Change = ({ change, isFirst, onUndo }: ChangeProps) => {
  useSignals()
  const { id, at, staff, domain, reason, undoes, is_newest } = change
  const when = whenText(at, now.value)
  return (
    <article className={styles['change']}>
      <p className={styles['who']}>
        {staff === null ? null : <StaffSquare name={staff} />}
        <b>{staff ?? t('settings.byCommand')}</b>
        <time className="muted" dateTime={new Date(at).toISOString()}>
          {when}
        </time>
        {undoes === null ? null : <Tag icon="undo">{t('settings.undoes', { row: undoes })}</Tag>}
        {domain === '*' ? null : <Tag icon="globe">{domain}</Tag>}
      </p>
      <p className={styles['sides']}>
        <del>{sideOf(change, 'before')}</del> <span aria-hidden="true">→</span> <ins>{sideOf(change, 'after')}</ins>
      </p>
      <p className="muted">{t('settings.because', { reason, row: id })}</p>
      {is_newest ? (
        <DeskButton
          kind="second"
          icon="undo"
          {...(isFirst ? { keys: 'u' } : { 'aria-label': t('settings.undoOf', { when, domain: domainText(domain) }) })}
          onClick={onUndo}
        >
          {t('settings.undo')}
        </DeskButton>
      ) : null}
    </article>
  )
}

type UndoProps = { change: SettingChange; onClose: () => void; onDone: () => void }

const UndoDialog = ({ change, onClose, onDone }: UndoProps) => (
  <ReasonDialog
    title={t('settings.undoTitle')}
    about={change.id}
    note={t('settings.undoNote', {
      domain: domainText(change.domain),
      from: sideOf(change, 'after'),
      to: sideOf(change, 'before'),
    })}
    submit={t('settings.undo')}
    onClose={onClose}
    send={async (reason) => {
      const body = { reason }
      const answer = await call('settings.undo', { params: { id: String(change.id) }, body })
      if (!answer.ok) return answer.failure
      onDone()
      return null
    }}
  />
)
