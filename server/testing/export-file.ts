/** The export of a member's data, as after the proof of its owner [ACC-17]. */
import { MINUTE_MS } from '#contract/limits.ts'
import { linkToken } from '../areas/account/links.ts'
import type { TestMember } from './members.ts'
import type { TestServer } from './test-server.ts'

export const exportFileOf = async ({ app, deps }: TestServer, member: TestMember): Promise<Response> => {
  const token = await linkToken(deps, { member: member.id, kind: 'export', lifeMs: MINUTE_MS })
  return app.request(`http://localhost/api/export?token=${token}`, { headers: { cookie: member.cookie } })
}
