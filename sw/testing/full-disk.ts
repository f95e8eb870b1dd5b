/** A disk without room: what is put into these stores is refused, as the browser does it. */
import { vi } from 'vitest'
import type { StoreName } from '../store/member-db.ts'

/**
 * @param stores every store where none is named
 * @param isFull asked at each put
 * @returns what gives the disk room again
 */
export const fullDisk = (stores: readonly StoreName[], isFull: () => boolean = () => true): (() => void) => {
  const spies = (['put', 'add'] as const).map((method) => {
    const before = IDBObjectStore.prototype[method]
    return vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...given) {
      const isMeant = stores.length === 0 || stores.some((store) => store === this.name)
      if (isMeant && isFull()) throw new DOMException('Full', 'QuotaExceededError')
      return before.apply(this, given)
    })
  })
  return () => spies.forEach((spy) => spy.mockRestore())
}
