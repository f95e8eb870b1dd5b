/** A site that is put back to a backup, and a device that knows what came after it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { backUp } from '../server/backup/back-up.ts'
import { restore } from '../server/backup/restore.ts'
import { newClientId } from './support/client.ts'
import { settleInAsCarlo } from './support/people.ts'
import { test } from './support/test.ts'

const ask = (page: Page, method: string, path: string, body?: object): Promise<unknown> =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'content-type': 'application/json', 'x-request-type': 'client' }
      return (await fetch(path, { method, headers, ...(body === null ? {} : { body }) })).json()
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  )

test(
  '[OPS-5] [CHAT-9] [PWA-3] a device repeats its block after a restore of the site, and shows the lost message as not sent',
  { tag: '@long' },
  async ({ page, product, watch }) => {
    watch.expectComplaints(/api\/events/)
    const { me, anna } = await settleInAsCarlo(page, product)
    const folder = await mkdtemp(join(tmpdir(), 'visavis-backups-'))
    const { made } = await backUp({ dataDir: product.dataDir, folder, now: Date.now(), keep: null })
    const id = newClientId()
    await ask(page, 'POST', '/api/messages', {
      client_id: id,
      profile: anna.id,
      type: 'text',
      text: 'after the backup',
    })
    await expect.poll(() => product.data.messagesFrom(me)).toHaveLength(1)
    await ask(page, 'GET', `/api/members/${anna.id}`)
    await ask(page, 'PUT', `/api/blocks/${anna.id}`)
    const seen = () =>
      anna.ask('members.get', { params: { id: String(me) } }).then(
        () => 'seen',
        () => 'refused',
      )
    await expect.poll(seen).toBe('refused')

    await product.kill()
    for (const rest of ['', '-wal', '-shm']) await rm(join(product.dataDir, `visavis.sqlite${rest}`), { force: true })
    await restore(made, product.dataDir, Date.now())
    await product.start()
    expect(await seen()).toBe('seen')
    await page.reload()
    await expect.poll(seen).toBe('refused')
    await expect
      .poll(() => ask(page, 'GET', '/api/device'))
      .toMatchObject({ put_back: true, waiting: 0, failed: [{ id, failure: { error: 'message_lost' } }] })
    await rm(folder, { recursive: true })
  },
)
