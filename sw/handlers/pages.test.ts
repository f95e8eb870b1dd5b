import { expect, test } from 'vitest'
import { isServersPage } from './navigation.ts'

test('[PWA-1] the shell answers pages of the app, not what is the server’s', () => {
  const theirs = ['/api/activate', '/photos/1/card', '/dev/inbox', '/healthz', '/readyz']
  const ours = ['/', '/members', '/chats/1-2', '/photos', '/developers']
  expect([...theirs, ...ours].filter((path) => isServersPage.test(path))).toEqual(theirs)
})
