import type { Db } from '../../db/database.ts'

export const chatQueries = (_db: Db) => ({})
