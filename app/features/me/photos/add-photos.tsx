/** The tile that adds photos: from the library, the camera, or by drag and drop. */
import { useRef, useState, type DragEvent } from 'react'
import { t } from '../../../state/i18n.ts'
import { addPhotos } from '../../../state/photos.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ACCEPTED_PHOTOS } from '../../../ui/photo-inputs.tsx'
import styles from '../me.module.css'

export const AddPhotos = ({ room }: { /** The number of photos that may be added. */ room: number }) => {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null): void => {
    // Photos beyond the limit are passed on too: each is refused by name and can be chosen again.
    if (files && files.length > 0) addPhotos([...files])
    if (input.current) input.current.value = ''
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <li>
      <label
        className={classes(styles['addPhoto'], over && styles['addOver'])}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          ref={input}
          className="vh"
          type="file"
          accept={ACCEPTED_PHOTOS}
          multiple={room > 1}
          onChange={(event) => take(event.currentTarget.files)}
        />
        <Icon name="camera" size={28} />
        <span>{t('photos.addMore')}</span>
      </label>
    </li>
  )
}
