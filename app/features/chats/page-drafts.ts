/** The drafts of this page. */
import { onMemberLeft } from '../../state/session.ts'
import { makeTextDrafts } from './drafts.ts'
import { pageStore } from './storage.ts'

export const drafts = makeTextDrafts(pageStore)

onMemberLeft(drafts.forget)
