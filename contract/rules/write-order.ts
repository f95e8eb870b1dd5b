/**
 * A copy of a request may reach the server late, after a newer write of the same device. So a device counts its sends and
 * says with each which part of the member's own it changes; the server leaves out whatever is older than what it has.
 */
export type WriteOrder = {
  /** A random id of the member's store on this device. */
  device: string
  /** Grows with every send, a send of the same write included. */
  count: number
  /** What it changes, e.g. `like:7`. */
  lanes: readonly string[]
}

export const writeOrderText = ({ device, count, lanes }: WriteOrder): string => `${device} ${count} ${lanes.join(',')}`

/** @returns null for a text of any other form: then the order is not known */
export const parseWriteOrder = (text: string): WriteOrder | null => {
  const [, device, count, lanes] =
    /^([\da-f-]{36}) (\d{1,15}) ([a-z]+(?::[\d-]+)?(?:,[a-z]+(?::[\d-]+)?){0,3})$/.exec(text) ?? []
  return device === undefined || lanes === undefined ? null : { device, count: Number(count), lanes: lanes.split(',') }
}
