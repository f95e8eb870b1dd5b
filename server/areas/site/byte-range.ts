/** The byte range that a request asks for (RFC 9110 §14). */

export type ByteRange = 'whole' | 'unsatisfiable' | { from: number; to: number }

/**
 * @param range the `Range` header with one range; several may be answered with the whole file
 * @param ifRange the `If-Range` header; for other content the range is ignored
 * @returns `to` is the last byte, included
 */
export const byteRangeOf = (
  range: string | undefined,
  ifRange: string | undefined,
  etag: string,
  length: number,
): ByteRange => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole'
  if (ifRange !== undefined && ifRange !== etag) return 'whole'
  if (first === '') {
    // A suffix range: the last bytes of the file.
    const count = Math.min(Number(last), length)
    return count === 0 ? 'unsatisfiable' : { from: length - count, to: length - 1 }
  }
  const from = Number(first)
  const to = last === '' ? length - 1 : Math.min(Number(last), length - 1)
  if (last !== '' && Number(last) < from) return 'whole'
  return from < length ? { from, to } : 'unsatisfiable'
}
