/** The drafts of this page. */
import { onMemberLeft } from '../../state/session.ts'
import { makeDrafts } from './drafts.ts'
import { pageStore } from './storage.ts'

export const drafts = makeDrafts(pageStore)

onMemberLeft(drafts.forget)
