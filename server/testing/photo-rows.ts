/** Photos for tests that need only their rows and no files. */
import type { TestMember } from './members.ts'
import type { TestServer } from './test-server.ts'

type Row = { hash?: string; status?: string; isPrivate?: boolean; position?: number }

/** @returns the photo's id in the format of answers */
export const addPhoto = (
  { sql }: Pick<TestServer, 'sql'>,
  owner: Pick<TestMember, 'id'>,
  { hash = '', status = 'active', isPrivate = false, position = 0 }: Row = {},
): string => {
  const [row] = sql(
    'insert into photos (owner, hash, content, status, private, position, created_at) values (?, ?, ?, ?, ?, ?, 0) returning id',
    owner.id,
    hash,
    hash,
    status,
    isPrivate ? 1 : 0,
    position,
  )
  return String(row?.['id'])
}

export const setMain = ({ sql }: Pick<TestServer, 'sql'>, owner: Pick<TestMember, 'id'>, photo: string): void => {
  sql('update profiles set main_photo = ? where id = ?', Number(photo), owner.id)
}
