/** The member's passkeys [ACC-20]: add, and remove all but the last way to log in. Only the server has this list. */
import { useState } from 'react'
import type { Passkey } from '#contract/entities/passkey.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { PASSKEY_NAME_MAX } from '#contract/limits.ts'
import { hasPasskeys } from '../../ports/passkeys.ts'
import { visibleText } from '#contract/rules/typed-text.ts'
import { FailedRead } from '../../shell/failed-read.tsx'
import { fieldErrorText } from '../../state/error-text.ts'
import { agoOf, dayOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { addPasskey, removePasskey, renamePasskey } from '../../state/passkeys.ts'
import { useResource } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { CountedLine } from '../../ui/counted-text-field.tsx'
import { FormRefusal } from '../../ui/form-notes.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { useOwnerProof } from './owner-proof.tsx'
import styles from './settings.module.css'

type OpenDialog = { what: 'add' } | { what: 'remove' | 'rename'; passkey: Passkey } | null

export const Passkeys = ({ email }: { email: string }) => {
  const { data, error, refresh } = useResource('passkeys.list', {})
  const [opened, setOpened] = useState<OpenDialog>(null)
  if (error) return <FailedRead error={error} offlineText={t('settings.passkeysOffline')} onRetry={refresh} />
  if (!data)
    return (
      <div className={styles['form']}>
        <Loading />
        <Skeleton height={44} />
      </div>
    )
  const close = (): void => setOpened(null)
  const isOnlyWay = data.passkeys.length === 1 && !data.has_password
  return (
    <>
      <p className="small muted">{t('settings.passkeysText', { email })}</p>
      {data.passkeys.length === 0 ? null : (
        <ul className={styles['list']}>
          {data.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpened({ what: 'rename', passkey })}
              {...(isOnlyWay ? {} : { onRemove: () => setOpened({ what: 'remove', passkey }) })}
            />
          ))}
        </ul>
      )}
      {isOnlyWay ? (
        <Note icon="key">
          <p>{t('settings.passkeyOnly')}</p>
        </Note>
      ) : null}
      {opened?.what === 'remove' ? (
        <RemoveForm key={opened.passkey.id} passkey={opened.passkey} refresh={refresh} onClose={close} />
      ) : null}
      {opened?.what === 'rename' ? (
        <RenameForm key={opened.passkey.id} passkey={opened.passkey} refresh={refresh} onClose={close} />
      ) : null}
      {opened?.what === 'add' ? <AddForm refresh={refresh} onClose={close} /> : null}
      {opened === null ? <AddButton onClick={() => setOpened({ what: 'add' })} /> : null}
    </>
  )
}

/** After a new password or a logout of other devices: whoever took the account may have added one. Nothing without a passkey. */
export const PasskeysLeft = ({ email }: { email: string }) => {
  const { data } = useResource('passkeys.list', {})
  if (!data || data.passkeys.length === 0) return null
  return (
    <>
      <Note icon="key" role="status">
        <p>{t('settings.passkeysLeft', { count: data.passkeys.length })}</p>
      </Note>
      <Passkeys email={email} />
    </>
  )
}

const AddButton = ({ onClick }: { onClick: () => void }) =>
  hasPasskeys() ? (
    <div className={styles['actions']}>
      <Button kind="second" icon="key" onClick={onClick}>
        {t('settings.passkeyAdd')}
      </Button>
    </div>
  ) : (
    <p className="small muted">{t('settings.passkeyNotHere')}</p>
  )

/** Without `onRemove` it is the only way to log in. */
type RowProps = { passkey: Passkey; onRename: () => void; onRemove?: () => void }

const PasskeyRow = ({ passkey, onRename, onRemove }: RowProps) => (
  <li>
    <Icon name="key" size={22} />
    <div>
      <p>{passkey.name}</p>
      <p className="small muted">
        {passkey.used_at === null
          ? t('settings.passkeyAdded', { date: dayOf(passkey.created_at) })
          : t('settings.passkeyUsed', { ago: agoOf(passkey.used_at) })}
      </p>
      {passkey.backed_up ? <p className="small muted">{t('settings.passkeyCopied')}</p> : null}
    </div>
    <Button kind="quiet" small aria-label={t('settings.passkeyRenameNamed', { name: passkey.name })} onClick={onRename}>
      {t('settings.passkeyRename')}
    </Button>
    {onRemove ? (
      <Button
        kind="second"
        small
        aria-label={t('settings.passkeyRemoveNamed', { name: passkey.name })}
        onClick={onRemove}
      >
        {t('settings.passkeyRemove')}
      </Button>
    ) : null}
  </li>
)

type FormProps = { refresh: () => Promise<void>; onClose: () => void }

type NameProps = {
  /** The name so far. */
  name?: string
  failure: ErrorBody | null
  enterKeyHint: 'next' | 'done'
}

const NameField = ({ name, failure, enterKeyHint }: NameProps) => (
  <CountedLine
    label={t('settings.passkeyName')}
    hint={t('settings.passkeyNameHint')}
    name="name"
    max={PASSKEY_NAME_MAX}
    enterKeyHint={enterKeyHint}
    required
    defaultValue={name}
    error={fieldErrorText(failure, 'name')}
  />
)

/** The name as typed, or the refusal of an empty one. */
const nameIn = (data: FormData): { name: string } | ErrorBody => {
  const name = textOf(data, 'name').trim()
  return visibleText(name) === '' ? { error: 'invalid_input', fields: { name: 'required' } } : { name }
}

const AddForm = ({ refresh, onClose }: FormProps) => {
  const { field, prove } = useOwnerProof()
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const named = nameIn(data)
    if ('error' in named) return named
    const error = await prove(data, (proof) => addPasskey(named.name, proof))
    if (error) return error
    toast(t('settings.passkeyDone'))
    await refresh()
    onClose()
    return null
  })
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
      <NameField failure={failure} enterKeyHint="next" />
      {field(failure)}
      <FormRefusal failure={failure} />
      <FormActions action={t(busy ? 'ui.busy' : 'settings.passkeyAdd')} busy={busy} onClose={onClose} />
    </form>
  )
}

const RenameForm = ({ passkey, refresh, onClose }: FormProps & { passkey: Passkey }) => {
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const named = nameIn(data)
    if ('error' in named) return named
    const error = await renamePasskey(passkey.id, named.name)
    if (error) return error
    await refresh()
    onClose()
    return null
  })
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
      <NameField name={passkey.name} failure={failure} enterKeyHint="done" />
      <FormRefusal failure={failure} />
      <FormActions action={t(busy ? 'ui.busy' : 'settings.passkeyRename')} busy={busy} onClose={onClose} />
    </form>
  )
}

const RemoveForm = ({ passkey, refresh, onClose }: FormProps & { passkey: Passkey }) => {
  const { field, prove } = useOwnerProof()
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const error = await prove(data, (proof) => removePasskey(passkey.id, proof))
    // Another device may have removed it already.
    if (error && error.error !== 'not_found') return error
    toast(t('settings.passkeyGone'))
    await refresh()
    onClose()
    return null
  })
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
      <p>{t('settings.passkeyRemoveText', { name: passkey.name })}</p>
      {field(failure)}
      <FormRefusal failure={failure} />
      <FormActions action={t(busy ? 'ui.busy' : 'settings.passkeyRemove')} busy={busy} danger onClose={onClose} />
    </form>
  )
}

type ActionProps = { action: string; busy: boolean; danger?: boolean; onClose: () => void }

/** An action that cannot be undone comes last, as in dialogs. */
const FormActions = ({ action, busy, danger = false, onClose }: ActionProps) => {
  const cancel = (
    <Button key="cancel" kind="quiet" plain disabled={busy} onClick={onClose}>
      {t('ui.cancel')}
    </Button>
  )
  const act = (
    <Button key="act" type="submit" kind={danger ? 'danger' : 'second'} disabled={busy}>
      {action}
    </Button>
  )
  return <div className={styles['actions']}>{danger ? [cancel, act] : [act, cancel]}</div>
}
