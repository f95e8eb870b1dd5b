/** UUIDv7 (RFC 9562 §5.7): milliseconds, then random bits, so the ids of one device sort by their time. */

/**
 * @param now milliseconds since the epoch
 * @param random 10 random bytes
 */
export const uuidv7 = (now: number, random: Uint8Array): string => {
  const bytes = new Uint8Array(16)
  let rest = now
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
