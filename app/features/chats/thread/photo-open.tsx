/** A photo of a conversation on the whole screen: pinch and double tap zoom, Escape closes. */
import { useState } from 'react'
import type { MessagePhoto } from '#contract/entities/chat.ts'
import { t } from '../../../state/i18n.ts'
import { RoundButton } from '../../../ui/button.tsx'
import { closingProps, useModal } from '../../../ui/dialog.tsx'
import fullScreen from '../../../ui/full-screen.module.css'
import { ZoomArea } from '../../profile/zoom-area.tsx'
import styles from './photo-open.module.css'

type Props = { photo: MessagePhoto; what: string; onClose: () => void }

export const PhotoOpen = ({ photo, what, onClose }: Props) => {
  const dialog = useModal()
  const [, setZoomed] = useState(false)
  return (
    <dialog
      ref={dialog}
      className={fullScreen['fullScreen']}
      aria-label={what}
      {...closingProps({ onClose, locked: false })}
    >
      <ZoomArea onZoom={setZoomed} active>
        <img src={photo.filename} alt={what} draggable={false} decoding="async" />
      </ZoomArea>
      <RoundButton icon="x" label={t('ui.close')} className={styles['close']} onClick={onClose} />
    </dialog>
  )
}
