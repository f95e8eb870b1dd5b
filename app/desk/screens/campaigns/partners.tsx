/** The partners who bring visitors, and the links to their own numbers [DESK-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Partner } from '#contract/desk/campaigns.ts'
import { TextField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, failureText } from '../../calls.ts'
import { dateText } from '../../format.ts'
import { t } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import { LongLine } from '../../ui/long-text.tsx'
import { Box } from '../../ui/parts.tsx'
import styles from './campaigns.module.css'

type Props = { partners: readonly Partner[]; mayChange: boolean; onDone: () => void }

export const Partners = ({ partners, mayChange, onDone }: Props) => {
  useSignals()
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<Partner | null>(null)
  const [made, setMade] = useState<{ partner: Partner; url: string } | null>(null)
  const make = async (partner: Partner): Promise<void> => {
    const answer = await call('partners.link', { params: { id: String(partner.id) } })
    if (answer.ok) setMade(answer.data)
    else showToast(failureText(answer.failure))
    onDone()
  }
  const revoke = async (partner: Partner): Promise<void> => {
    setEnding(null)
    const answer = await call('partners.revoke', { params: { id: String(partner.id) } })
    showToast(answer.ok ? t('partners.isRevoked') : failureText(answer.failure))
    onDone()
  }
  return (
    <Box
      title={t('partners.title')}
      icon="users"
      end={
        mayChange ? (
          <DeskButton kind="second" icon="plus" onClick={() => setAdding(true)}>
            {t('partners.add')}
          </DeskButton>
        ) : undefined
      }
    >
      <p className="muted">{t('partners.note')}</p>
      {partners.length === 0 ? <p>{t('partners.none')}</p> : null}
      <ul className={styles['partners']}>
        {partners.map((partner) => (
          <li key={partner.id}>
            <p>
              <b>{partner.name}</b>
              <br />
              <span className="muted">{linkText(partner)}</span>
            </p>
            {mayChange ? (
              <span className={styles['acts']}>
                <DeskButton
                  kind="second"
                  icon="link"
                  aria-label={t('partners.makeFor', { name: partner.name })}
                  onClick={() => void make(partner)}
                >
                  {t('partners.make')}
                </DeskButton>
                {partner.link !== null && partner.link.revoked_at === null ? (
                  <DeskButton
                    kind="quiet"
                    aria-label={t('partners.revokeOf', { name: partner.name })}
                    onClick={() => setEnding(partner)}
                  >
                    {t('partners.revoke')}
                  </DeskButton>
                ) : null}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {isAdding ? (
        <AddDialog
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false)
            onDone()
          }}
        />
      ) : null}
      {made ? <LinkDialog name={made.partner.name} url={made.url} onClose={() => setMade(null)} /> : null}
      {ending ? (
        <DeskDialog
          title={t('partners.revokeOf', { name: ending.name })}
          onClose={() => setEnding(null)}
          actions={
            <DeskButton kind="danger" onClick={() => void revoke(ending)}>
              {t('partners.revoke')}
            </DeskButton>
          }
        >
          <p>{t('partners.revokeNote')}</p>
        </DeskDialog>
      ) : null}
    </Box>
  )
}

const linkText = ({ link }: Partner): string => {
  if (link === null) return t('partners.noLink')
  return link.revoked_at === null
    ? t('partners.linkSince', { date: dateText(link.made_at) })
    : t('partners.revokedOn', { date: dateText(link.revoked_at) })
}

const AddDialog = ({ onClose, onDone }: { onClose: () => void; onDone: () => void }) => {
  const { busy, failure, submit } = useDeskForm(async (data) => {
    const answer = await call('partners.add', { body: { name: textOf(data, 'name').trim() } })
    if (!answer.ok) return answer.failure
    showToast(t('partners.added'))
    onDone()
    return null
  })
  return (
    <DeskDialog title={t('partners.add')} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <LongLine
          label={t('campaigns.name')}
          name="name"
          max={100}
          autoComplete="off"
          required
          error={fieldText(failure, 'name')}
        />
        <FailureNote failure={failure} />
        <DeskButton type="submit" full lead disabled={busy}>
          {t('partners.add')}
        </DeskButton>
      </form>
    </DeskDialog>
  )
}

/** The only place that ever shows the address. */
const LinkDialog = ({ name, url, onClose }: { name: string; url: string; onClose: () => void }) => {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url)
      showToast(t('partners.copied'))
    } catch {
      // Without the right to the clipboard the address can still be selected.
      showToast(t('partners.notCopied'))
    }
  }
  return (
    <DeskDialog
      title={t('partners.linkOf', { name })}
      onClose={onClose}
      actions={
        <DeskButton icon="copy" onClick={() => void copy()}>
          {t('partners.copy')}
        </DeskButton>
      }
    >
      <div className={styles['form']}>
        <p>{t('partners.linkNote')}</p>
        <TextField
          label={t('partners.address')}
          readOnly
          value={url}
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
    </DeskDialog>
  )
}
