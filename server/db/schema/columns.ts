/** Columns that many tables have. Times are ms since the epoch, dates YYYY-MM-DD; a user and their profile share one id. */
import { integer } from 'drizzle-orm/sqlite-core'

export const flag = (name: string) => integer(name, { mode: 'boolean' })

export const time = (name: string) => integer(name)
