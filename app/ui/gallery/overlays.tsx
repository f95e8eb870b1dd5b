/** Gallery of dialogs and toasts; each opens on a tap. */
import { useState } from 'react'
import { t } from '../../state/i18n.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../button.tsx'
import { Confetti } from '../confetti.tsx'
import { Dialog } from '../dialog.tsx'
import { Shelf } from './shelf.tsx'

const KINDS = ['dialog', 'sheet', 'locked'] as const

export const Overlays = () => {
  const [open, setOpen] = useState<(typeof KINDS)[number] | null>(null)
  const close = (): void => setOpen(null)
  return (
    <Shelf name="Overlays" row>
      {KINDS.map((kind) => (
        <Button key={kind} kind="second" small onClick={() => setOpen(kind)}>
          {kind}
        </Button>
      ))}
      <Button
        kind="second"
        small
        onClick={() => toast(t('shell.languageFailed'), { action: { label: t('ui.tryAgain'), run: close } })}
      >
        toast
      </Button>
      <div style={{ position: 'relative', inlineSize: 340, blockSize: 200 }}>
        <Confetti />
      </div>
      {open === null ? null : (
        <Dialog
          title={t('logout.title', { count: 2 })}
          sheet={open === 'sheet'}
          locked={open === 'locked'}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{t('logout.stay')}</Button>
              <Button kind="danger" onClick={close}>
                {t('logout.anyway')}
              </Button>
            </>
          }
        >
          <p className="muted">{t('logout.text')}</p>
        </Dialog>
      )}
    </Shelf>
  )
}
