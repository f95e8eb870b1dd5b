import type { Db } from '../../db/database.ts'

export const moneyQueries = (_db: Db) => ({})
