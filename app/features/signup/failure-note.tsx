import type { ErrorBody } from '#contract/errors.ts'
import { errorText } from '../../state/error-text.ts'
import { Note } from '../../ui/note.tsx'

/** Why a step could not be saved. What was chosen stays. */
export const FailureNote = ({ failure }: { failure: ErrorBody | null }) =>
  failure === null ? null : (
    <Note tone="bad" role="alert">
      <p>{errorText(failure)}</p>
    </Note>
  )
