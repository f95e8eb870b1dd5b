/** The number on a receipt: the kind of letter and its id. */
import type { LetterRow } from './queries.ts'

const MARKS: Record<LetterRow['kind'], string> = { complaint: 'C', report: 'R', appeal: 'A', notice: 'N' }

export const letterNumber = ({ kind, id }: Pick<LetterRow, 'kind' | 'id'>): string =>
  `${MARKS[kind]}-${String(id).padStart(6, '0')}`
