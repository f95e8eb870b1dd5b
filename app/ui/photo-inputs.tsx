/** Two hidden inputs for photos, one for the library and one for the camera, and the functions that open them. */
import { useRef, type ChangeEvent, type ReactNode } from 'react'

/** The formats of cameras and libraries. The photo worker names the file that it cannot use. */
export const ACCEPTED_PHOTOS = 'image/jpeg,image/png,image/webp,image/heic,image/heif'

type Options = {
  onFiles: (files: readonly File[]) => void
  isMultiple?: boolean
  /** The camera: a portrait of the member, or what is in front of them. */
  camera: 'user' | 'environment'
}

type PhotoInputs = {
  choosePhoto: () => void
  takePhoto: () => void
  /** To render anywhere in the component. */
  inputs: ReactNode
}

export const usePhotoInputs = ({ onFiles, isMultiple = false, camera }: Options): PhotoInputs => {
  const [library, lens] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(currentTarget.files ?? [])]
    // An input with an unchanged value would not report the same file again.
    currentTarget.value = ''
    if (files.length > 0) onFiles(files)
  }
  return {
    choosePhoto: () => library.current?.click(),
    takePhoto: () => lens.current?.click(),
    inputs: (
      <>
        <input
          ref={library}
          hidden
          data-photos="library"
          type="file"
          accept={ACCEPTED_PHOTOS}
          multiple={isMultiple}
          onChange={onChange}
        />
        <input
          ref={lens}
          hidden
          data-photos="camera"
          type="file"
          accept="image/*"
          capture={camera}
          onChange={onChange}
        />
      </>
    ),
  }
}
