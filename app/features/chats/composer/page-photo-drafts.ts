/** The chosen photos of this page. */
import { newId } from '../../../ports/random.ts'
import { preparePhoto } from '../../../ports/photo-worker.ts'
import { storedPhotos } from '../../../state/stored-photos.ts'
import { onMemberLeft } from '../../../state/session.ts'
import { makePhotoDrafts } from './photo-draft.ts'

export const photoDrafts = makePhotoDrafts({ prepare: preparePhoto, stored: storedPhotos, newId })

onMemberLeft(photoDrafts.forget)
