/**
 * The states of a message for its sender [CHAT-6]. The device sets the first two and the last, the server the others.
 */
const MESSAGE_STATES = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** The last message ids that the partner's devices received and the partner read; 0 for none. */
export type Watermarks = { delivered_up_to: number; read_up_to: number }

export const stateOfStored = (messageId: number, marks: Watermarks): MessageState => {
  if (messageId <= marks.read_up_to) return 'read'
  return messageId <= marks.delivered_up_to ? 'delivered' : 'sent'
}
