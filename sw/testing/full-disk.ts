/** Simulates a full disk: writes to these stores fail as in a browser. */
import { vi } from 'vitest'
import type { StoreName } from '../store/member-db.ts'

/**
 * @param stores the stores that fail; empty for all
 * @param isFull called at each write
 * @returns a function that ends the simulation
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

/** Deletions from this store fail, since a transaction that only deletes needs space too. */
export const noRoomToDelete = (store: StoreName): void => {
  const before = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'delete')?.value as IDBObjectStore['delete']
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, query) {
    if (this.name === store) throw new DOMException('Full', 'QuotaExceededError')
    return before.call(this, query)
  })
}
