import type { DeskPhoto } from '#contract/desk/entities/photo.ts'
import { photoUrl } from '../../calls.ts'
import { t } from '../../texts.ts'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { memberName } from '../queue/row-words.ts'
import styles from './photos.module.css'

export const Larger = ({ photo, isShown, onClose }: { photo: DeskPhoto; isShown: boolean; onClose: () => void }) => (
  <DeskDialog
    title={memberName(photo.owner)}
    onClose={onClose}
    keys={[{ keys: ['z'], text: 'key.larger', run: onClose }]}
  >
    {isShown ? (
      <img className={styles['large']} src={photoUrl(photo.id, 'full')} alt="" />
    ) : (
      <p>{t('photos.covered')}</p>
    )}
  </DeskDialog>
)
