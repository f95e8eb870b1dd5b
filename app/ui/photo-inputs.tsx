/** Two hidden inputs for photos, one for the library and one for the camera, and the functions that open them. */
import { useRef, type ChangeEvent, type ReactNode } from 'react'

/** The formats of cameras and photo libraries. The photo worker checks the file itself and refuses others by name. */
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
  const libraryInput = useRef<HTMLInputElement>(null)
  const cameraInput = useRef<HTMLInputElement>(null)
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(currentTarget.files ?? [])]
    // An input with an unchanged value would not report the same file again.
    currentTarget.value = ''
    if (files.length > 0) onFiles(files)
  }
  return {
    choosePhoto: () => libraryInput.current?.click(),
    takePhoto: () => cameraInput.current?.click(),
    inputs: (
      <>
        <input
          ref={libraryInput}
          hidden
          data-photos="library"
          type="file"
          accept={ACCEPTED_PHOTOS}
          multiple={isMultiple}
          onChange={onChange}
        />
        <input
          ref={cameraInput}
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
