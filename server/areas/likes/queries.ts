import type { Db } from '../../db/database.ts'

export const likeQueries = (_db: Db) => ({})
