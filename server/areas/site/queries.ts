import type { Db } from '../../db/database.ts'

export const siteQueries = (_db: Db) => ({})
