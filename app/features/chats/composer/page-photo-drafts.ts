/** The chosen photos of this page. */
import { newId } from '../../../ports/random.ts'
import { preparePhoto } from '../../../ports/photo-worker.ts'
import { keptPhotos } from '../../../state/kept-photos.ts'
import { onMemberLeft } from '../../../state/session.ts'
import { makePhotoDrafts } from './photo-draft.ts'

export const photoDrafts = makePhotoDrafts({ prepare: preparePhoto, kept: keptPhotos, newId })

onMemberLeft(photoDrafts.forget)
