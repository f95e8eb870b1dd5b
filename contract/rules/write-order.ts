/**
 * The order of a device's sends. A copy of a request may reach the server after a newer write of the same device. So
 * the device counts its sends and names the changed lanes with each. The server ignores a write that is older than the
 * last one it has.
 */
export type WriteOrder = {
  /** A random id of the member's store on this device. */
  device: string
  /** Grows with every send, including a repeated send of the same write. */
  count: number
  /** The lanes that the write changes, e.g. `like:7`. */
  lanes: readonly string[]
}

export const writeOrderText = ({ device, count, lanes }: WriteOrder): string => `${device} ${count} ${lanes.join(',')}`

/** @returns null for a text in another form or with a longer lane than a device sends; the order is then unknown */
export const parseWriteOrder = (text: string): WriteOrder | null => {
  const [, device, count, lanes] =
    /^([\da-f-]{36}) (\d{1,15}) ([a-z]{1,20}(?::[\d-]{1,40})?(?:,[a-z]{1,20}(?::[\d-]{1,40})?){0,3})$/.exec(text) ?? []
  return device === undefined || lanes === undefined ? null : { device, count: Number(count), lanes: lanes.split(',') }
}
