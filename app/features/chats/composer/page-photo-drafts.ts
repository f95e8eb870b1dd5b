/** The chosen photos of this page. */
import { preparePhoto } from '../../../ports/photo-worker.ts'
import { onMemberLeft } from '../../../state/session.ts'
import { makePhotoDrafts } from './photo-draft.ts'

export const photoDrafts = makePhotoDrafts(preparePhoto)

onMemberLeft(photoDrafts.forget)
