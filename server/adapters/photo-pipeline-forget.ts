/**
 * Frees the memory of bytes at once: the garbage collector would let many photos' worth of memory gather. The bytes are
 * empty afterwards. Bytes that share their buffer with others are left alone.
 */
export const forget = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
}
