import type { Db } from '../db/database.ts'

export const jobQueries = (_db: Db) => ({})
