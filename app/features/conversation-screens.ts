/** One file of the build: the list of conversations and an open conversation, with the sheets over them. */
export { ChatScreen } from './chats/chat-screen.tsx'
export { ChatsScreen } from './chats/chats-screen.tsx'
