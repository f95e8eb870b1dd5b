/**
 * The perceptual hash of a photo (dHash) and its search [GUARD-3]. Each of 64 bits says whether a grey field is brighter
 * than its right neighbour, so that size, quality and colour change few bits.
 */

/** Four bands of 16 bits. */
export type PhotoBands = readonly [number, number, number, number]

/** The grey fields that a hash is made from: eight rows of nine. */
export const GREY_FIELDS = { width: 9, height: 8 }

/** Hashes that differ in at most this many bits come from the same picture. */
export const SAME_PHOTO_BITS = 6

const BAND_BITS = 16
const HASH_BITS = 4 * BAND_BITS
/** A flat picture sets almost all bits alike, so that its hash identifies nothing. */
const TELLING_BITS = 8

/** @param grey the brightness of the fields, row by row */
export const bandsOf = (grey: Uint8Array): PhotoBands => {
  const bands: [number, number, number, number] = [0, 0, 0, 0]
  const { width, height } = GREY_FIELDS
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width - 1; column += 1) {
      const at = row * width + column
      const isBrighter = (grey[at] ?? 0) > (grey[at + 1] ?? 0)
      const band = row >> 1
      bands[band] = ((bands[band] ?? 0) << 1) | Number(isBrighter)
    }
  return bands
}

/** The number of bits in which two hashes differ. */
export const bitsBetween = (one: PhotoBands, other: PhotoBands): number =>
  one.reduce((sum, band, place) => sum + bitCount(band ^ (other[place] ?? 0)), 0)

/** @param bits the number of bits in which two hashes differ. @returns the likeness in percent */
export const likenessOf = (bits: number): number => Math.round((100 * (HASH_BITS - bits)) / HASH_BITS)

export const isDistinctive = (bands: PhotoBands): boolean => {
  const set = bands.reduce((sum, band) => sum + bitCount(band), 0)
  return Math.min(set, HASH_BITS - set) >= TELLING_BITS
}

/** The places of two bands, which are looked up together. */
export const BAND_PAIRS = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
] as const

/** Both bands of a pair as one number. */
export const pairValue = (one: number, other: number): number => one * 2 ** BAND_BITS + other

/**
 * The values of a pair to look up: itself, and itself with one or two bits changed. If two hashes differ in at most six
 * bits, then two of the four bands together differ in at most two, so that the lookups of all pairs miss nothing.
 */
export const nearPairs = (one: number, other: number): number[] => {
  const pair = pairValue(one, other)
  const flips = Array.from({ length: 2 * BAND_BITS }, (_, bit) => 2 ** bit)
  const values = [pair]
  for (const [place, flip] of flips.entries()) {
    values.push(flipped(pair, flip))
    for (const second of flips.slice(place + 1)) values.push(flipped(pair, flip + second))
  }
  return values
}

/** Without a sign, though a pair has 32 bits. */
const flipped = (value: number, bits: number): number => (value ^ bits) >>> 0

const bitCount = (value: number): number => {
  let [rest, bits] = [value, 0]
  for (; rest !== 0; rest &= rest - 1) bits += 1
  return bits
}
