/**
 * Gives the memory of bytes back at once: left to the collector, many photos' worth of it would gather. They are empty
 * afterwards. Bytes that share their memory with others are left alone.
 */
export const forget = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
}
