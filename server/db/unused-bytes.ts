/**
 * The unused bytes of a page of SQLite's file. They may still have a row that moved to another page: SQLite copies a row when it splits or
 * merges pages, and `secure_delete` overwrites only the row that is deleted in the end. Format: https://sqlite.org/fileformat2.html#b_tree_pages
 */
const INTERIOR = new Set([2, 5])
const LEAVES = new Set([10, 13])
const FILE_HEADER_BYTES = 100
/** The next free block and the size of this one. */
const BLOCK_HEADER_BYTES = 4

export type Range = { start: number; end: number }

/**
 * The parts of a page of a table or an index that no row uses; none for another page, and for one that looks damaged.
 * @param number of the page, from 1
 */
export const unusedRanges = (page: Buffer, number: number): Range[] => {
  const header = number === 1 ? FILE_HEADER_BYTES : 0
  const kind = page.readUInt8(header)
  if (!INTERIOR.has(kind) && !LEAVES.has(kind)) return []
  const firstCell = page.readUInt16BE(header + 5)
  const pointers = header + (INTERIOR.has(kind) ? 12 : 8)
  const gap = { start: pointers + 2 * page.readUInt16BE(header + 3), end: firstCell }
  if (gap.start > gap.end || gap.end > page.length) return []
  const ranges = [gap]
  for (let block = page.readUInt16BE(header + 1); block !== 0;) {
    // Blocks are in order, so the walk ends.
    if (block < firstCell || block + BLOCK_HEADER_BYTES > page.length) return []
    const range = { start: block + BLOCK_HEADER_BYTES, end: block + page.readUInt16BE(block + 2) }
    const next = page.readUInt16BE(block)
    if (range.end > page.length || range.start > range.end || (next !== 0 && next < range.end)) return []
    ranges.push(range)
    block = next
  }
  return ranges
}

/** The parts of these ranges that are not zero, as ranges. */
export const dirtyRanges = (page: Buffer, ranges: readonly Range[]): Range[] =>
  ranges.filter(({ start, end }) => !isZero(page.subarray(start, end)))

export const isZero = (bytes: Buffer): boolean => ZEROS.subarray(0, bytes.length).equals(bytes)

/** The longest page. */
export const ZEROS = Buffer.alloc(65_536)
