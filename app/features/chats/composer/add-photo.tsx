/** Chooses a photo from the library, or from the camera on a device without a keyboard. */
import { useRef, type RefObject } from 'react'
import { t } from '../../../state/i18n.ts'
import { RoundButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { hasKeyboard } from '../page.ts'
import styles from './composer.module.css'

/** The formats of cameras and libraries. The photo worker names the file that it cannot use. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif'

export const AddPhoto = ({ onFile }: { onFile: (file: File) => void }) => {
  const library = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const input = (ref: RefObject<HTMLInputElement | null>, capture: boolean) => (
    <input
      ref={ref}
      type="file"
      hidden
      accept={capture ? 'image/*' : ACCEPTED}
      {...(capture ? { capture: 'environment' as const } : {})}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0]
        // An input with an unchanged value would not report the same file again.
        currentTarget.value = ''
        if (file) onFile(file)
      }}
    />
  )
  return (
    <>
      {hasKeyboard() ? (
        <RoundButton icon="image" label={t('chat.addPhoto')} onClick={() => library.current?.click()} />
      ) : (
        <Menu
          label={t('chat.addPhoto')}
          trigger={<Icon name="image" />}
          triggerClass={styles['round']}
          items={[
            { label: t('chat.takePhoto'), icon: 'camera', onSelect: () => camera.current?.click() },
            { label: t('chat.choosePhoto'), icon: 'image', onSelect: () => library.current?.click() },
          ]}
        />
      )}
      {input(library, false)}
      {input(camera, true)}
    </>
  )
}
