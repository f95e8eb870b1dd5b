/** Simulates a full disk, where writes to these stores fail as in a browser, and a disk that has lost a value. */
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
  const before = methodOf('delete')
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, query) {
    if (this.name === store) throw new DOMException('Full', 'QuotaExceededError')
    return before.call(this, query)
  })
}

/** Reads of this value fail, as in Chromium once the file of a large value is gone, until the value is written again or its store is cleared. */
export const loseValue = (store: string, key: IDBValidKey): void => {
  let isLost = true
  const [get, getAll, put, clear] = [methodOf('get'), methodOf('getAll'), methodOf('put'), methodOf('clear')]
  const failure = new DOMException('Failed to read large IndexedDB value', 'DataError')
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, query) {
    if (isLost && this.name === store && query === key) throw failure
    return get.call(this, query)
  })
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (isLost && this.name === store) throw failure
    return getAll.apply(this, given)
  })
  vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(function (this: IDBObjectStore) {
    if (this.name === store) isLost = false
    return clear.call(this)
  })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === store && given[1] === key) isLost = false
    return put.apply(this, given)
  })
}

const methodOf = <Name extends 'get' | 'getAll' | 'put' | 'delete' | 'clear'>(name: Name) =>
  Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, name)?.value as IDBObjectStore[Name]
