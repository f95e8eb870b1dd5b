import type { Db } from '../../db/database.ts'

export const feedQueries = (_db: Db) => ({})
