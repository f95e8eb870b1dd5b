/** The screens state a price or a limit before the member tries [CHAT-15]. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { describe, expect, test } from 'vitest'
import { aProfile, aUser } from '../../../testing/factories.ts'
import { ProfileActions } from '../../profile/profile-actions.tsx'
import { EmptyThread } from '../thread/empty-thread.tsx'
import { LimitReached } from './closed-composer.tsx'
import { PhotoTray } from './photo-tray.tsx'
import { setUpTexts } from '../../../testing/texts.ts'

setUpTexts()

const render = (node: React.ReactNode): string => renderToStaticMarkup(<Router ssrPath="/members/7">{node}</Router>)

const tray = (credits: number): string =>
  render(
    <PhotoTray
      draft={{
        id: 'a',
        file: 'a.jpg',
        state: 'ready',
        ready: { photo: new Blob(), colours: '', width: 4, height: 4 },
      }}
      cost={2}
      credits={credits}
      more={0}
      onSend={() => {}}
      onRemove={() => {}}
    />,
  )

describe('[CHAT-15] a chosen photo', () => {
  test('says its price before it is sent', () => {
    expect(tray(2)).toContain('Sending it costs 2 credits.')
    expect(tray(2)).toContain('Send photo')
    expect(tray(2)).not.toContain('href="/credits"')
  })

  test('[SHELL-19] says its price with its button, and leaves the rest to the region for screen readers', () => {
    const [, id] = /id="([^"]*)" aria-hidden="true">Sending it costs 2 credits\./.exec(tray(2)) ?? []
    expect(tray(2)).toContain(`aria-describedby="${id}"`)
  })

  test('links to the credits instead of sending when the credits are too few for a photo', () => {
    expect(tray(1)).toContain('You do not have enough credits for this photo. It stays here.')
    expect(tray(1)).toContain('href="/credits"')
    expect(tray(1)).not.toContain('Send photo')
  })
})

const actions = (left: number | null, talked: boolean): string =>
  render(<ProfileActions profile={aProfile({ talked })} me={aUser({ conversations_left: left })} />)

describe('[CHAT-15] the conversation limit of a free member', () => {
  test('at the limit, a profile links to Premium and not to the chat', () => {
    expect(actions(0, false)).toContain('You have already started two chats')
    expect(actions(0, false)).toContain('href="/premium"')
    expect(actions(0, false)).not.toContain('/chat"')
  })

  test('a profile shows how many conversations are left', () => {
    expect(actions(1, false)).toContain('you can start one more chat')
    expect(actions(2, false)).toContain('you can start 2 more chats')
    expect(actions(1, false)).toContain('/chat"')
  })

  test('premium members and existing conversations show no limit', () => {
    for (const html of [actions(null, false), actions(0, true)]) {
      expect(html).not.toContain('Premium')
      expect(html).toContain('/chat"')
    }
  })

  test('an empty chat shows the limit too, with links to Premium and to the chats', () => {
    expect(render(<EmptyThread name="Martina" fictional={false} left={1} onOpener={null} />)).toContain('one more chat')
    // “The first line is yours” would be wrong over the reason why nothing can be written.
    expect(render(<EmptyThread name="Martina" fictional={false} left={0} onOpener={null} />)).toContain(
      'No messages</h2>',
    )
    expect(render(<LimitReached />)).toMatch(/href="\/premium".*href="\/chats"/)
  })
})
