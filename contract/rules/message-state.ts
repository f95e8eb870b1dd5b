/** What a sender sees of a message [CHAT-6]. The first three and the last are the device's, the others the server's. */
export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** How far the partner's devices have got, as message ids; 0 for not at all. */
export type Watermarks = { delivered_up_to: number; read_up_to: number }

export const stateOfStored = (messageId: number, marks: Watermarks): MessageState => {
  if (messageId <= marks.read_up_to) return 'read'
  return messageId <= marks.delivered_up_to ? 'delivered' : 'sent'
}
