import type { Db } from '../../db/database.ts'

export const findQueries = (_db: Db) => ({})
