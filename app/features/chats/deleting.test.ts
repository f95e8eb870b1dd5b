import { describe, expect, test } from 'vitest'
import type { Chat } from '#contract/entities/chat.ts'
import { makeDeleting, type DeletedChat } from './deleting.ts'

const CHAT: DeletedChat = { conversation: '7-9', upTo: 40, name: 'Helen' }
const listed = (lastId: number): Chat => ({
  conversation: '7-9',
  profile: 9,
  num_unread_messages: 0,
  last_message: {
    id: lastId,
    client_id: `c${lastId}`,
    conversation: '7-9',
    sender: 9,
    sent_at: lastId,
    type: 'text',
    text: 'x',
  },
  delivered_up_to: 0,
  read_up_to: 0,
  my_read_up_to: 0,
  closed: null,
})

const setup = (answer: 'held' | 'done' | 'refused', isTakenBack = true) => {
  const said: string[] = []
  let undo: (() => void) | null = null
  const deleting = makeDeleting({
    ask: async () => {
      said.push(`asked ${[...deleting.gone.value].join()}`)
      if (answer === 'refused') return { ok: false, error: { error: 'server_error' } }
      return { ok: true, id: answer === 'held' ? 'w1' : null }
    },
    takeBack: async () => isTakenBack,
    tell: (_, back) => {
      undo = back
      said.push(back ? 'told with undo' : 'told')
    },
    alert: (_, { error }) => said.push(`alert ${error}`),
    reload: () => said.push('reload'),
  })
  return { deleting, said, undo: () => undo?.() }
}

describe('deleting a chat', () => {
  test('[CHAT-8] the chat disappears at once, before any answer', async () => {
    const { deleting, said } = setup('held')
    await deleting.remove(CHAT)
    expect(said).toEqual(['asked 7-9', 'told with undo', 'reload'])
    expect([...deleting.gone.value]).toEqual(['7-9'])
  })

  test('[CHAT-8] after a failed delete the chat is back, an alert shows, and the chats reload', async () => {
    const { deleting, said } = setup('refused')
    await deleting.remove(CHAT)
    expect(said).toEqual(['asked 7-9', 'alert server_error', 'reload'])
    expect(deleting.gone.value.size).toBe(0)
  })

  test('[CHAT-8] an undo brings the chat back; an undo that is too late does not', async () => {
    for (const [isTakenBack, left] of [
      [true, 0],
      [false, 1],
    ] as const) {
      const { deleting, undo } = setup('held', isTakenBack)
      await deleting.remove(CHAT)
      undo()
      await new Promise((resolve) => void setImmediate(resolve))
      expect(deleting.gone.value.size).toBe(left)
    }
  })

  test('[CHAT-8] a newer message brings the chat back, an outdated list does not', async () => {
    const { deleting } = setup('done')
    await deleting.remove(CHAT)
    deleting.listed([listed(40)])
    expect(deleting.gone.value.has('7-9')).toBe(true)
    deleting.listed([listed(41)])
    expect(deleting.gone.value.has('7-9')).toBe(false)
  })
})
