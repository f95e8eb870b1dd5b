/** Chooses a photo from the library, or from the camera on a device without a keyboard. */
import { t } from '../../../state/i18n.ts'
import { RoundButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { usePhotoInputs } from '../../../ui/photo-inputs.tsx'
import { hasKeyboard } from '../page.ts'
import styles from './composer.module.css'

export const AddPhoto = ({ onFile }: { onFile: (file: File) => void }) => {
  const { choosePhoto, takePhoto, inputs } = usePhotoInputs({
    onFiles: (files) => files.slice(0, 1).forEach(onFile),
    camera: 'environment',
  })
  return (
    <>
      {hasKeyboard() ? (
        <RoundButton icon="image" label={t('chat.addPhoto')} onClick={choosePhoto} />
      ) : (
        <Menu
          label={t('chat.addPhoto')}
          trigger={<Icon name="image" />}
          triggerClass={styles['round']}
          items={[
            { label: t('chat.takePhoto'), icon: 'camera', onSelect: takePhoto },
            { label: t('chat.choosePhoto'), icon: 'image', onSelect: choosePhoto },
          ]}
        />
      )}
      {inputs}
    </>
  )
}
