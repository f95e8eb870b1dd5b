/** A profile that the viewer may not see in full makes only true statements [PROF-14]. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '#contract/entities/profile.ts'
import { SHOWN_FACTS, noFacts } from '#contract/entities/profile-facts.ts'
import { aCard, aPhoto } from '../../testing/factories.ts'
import { ConversationHeader } from '../chats/conversation-header.tsx'
import { BlockedProfile } from './blocked-profile.tsx'
import { Thumbs } from './profile-photos.tsx'
import { LockReason } from './lock-reason.tsx'
import { ProfileSheet } from './profile-sheet.tsx'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()
beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(1_000))

const blurred = aPhoto('a', { locked: true, lock: 'reserved' })
const aProfile = (change: Partial<Profile> = {}): Profile => ({
  ...aCard({ main_image: blurred, last_active: 1_000 }),
  status: 'active',
  about_me: '',
  ...noFacts(SHOWN_FACTS),
  interests: [],
  photos: [blurred],
  photo_count: 1,
  liked: false,
  likes_me: false,
  blocked: false,
  closed: null,
  ...change,
})
const render = (node: React.ReactNode): string => renderToStaticMarkup(<Router ssrPath="/members/7">{node}</Router>)

const sheet = (profile: Profile): string =>
  render(
    <ProfileSheet
      profile={profile}
      me={null}
      actions={null}
      thumbs={<Thumbs name={profile.name} photos={profile.photos} chosen={0} onChoose={() => {}} />}
    />,
  )

test('[PROF-14] a profile in privacy mode names the mode once, and shows no presence', () => {
  const html = sheet(aProfile({ reserved: true }))
  expect(html.match(/shows photos and profile only after a match/g)).toHaveLength(1)
  expect(html).not.toContain('Online now')
  expect(sheet(aProfile({ reserved: false }))).toContain('Online now')
})

test('[PROF-14] an unconfirmed profile does not promise more after a match', () => {
  const html = sheet(aProfile({ reserved: true, closed: 'recipient_unconfirmed' }))
  expect(html).not.toContain('only after a match')
})

test('[PROF-14] [PROF-10] a profile that stays reserved after a chat does not promise more after a chat, nor does its photo', () => {
  const html = sheet(aProfile({ reserved: true, talked: true }))
  expect(html).not.toContain('only after a match')
  expect(html).toContain('does not show you photos and profile at the moment')
  expect(render(<LockReason lock="reserved" name="Martina" count={null} />)).not.toContain('only after a match')
})

test('[PROF-14] [SAFE-7] a blocked profile shows an empty seat: no photo, no presence, no sentence about a match', () => {
  const blocked = aProfile({ reserved: true, blocked: true, closed: 'blocking', fictional: true })
  const html = render(<BlockedProfile profile={blocked} route="members-id" />)
  expect(html).not.toContain('<img')
  expect(html).not.toContain('Online now')
  expect(html).not.toContain('only after a match')
  expect(html).toContain('You have blocked this profile')
  expect(html).toContain('Unblock Martina')
  expect(html).toContain('href="/notifications/blocked"')
  expect(html).toContain('Fictional')
})

const header = (closed: 'blocked' | 'blocking' | null, city = 'Roma'): string =>
  render(
    <ConversationHeader
      profile={aCard({ last_active: 1_000, city })}
      conversation="1-7"
      closed={closed}
      now={1_000}
      onBlock={() => {}}
      onUnblock={() => {}}
      onShareDate={() => {}}
      onReport={() => {}}
      onDelete={null}
    />,
  )

test('[PROF-14] a chat header shows no place and presence if one of the two blocks', () => {
  expect(header(null)).toContain('Roma · online now')
  for (const closed of ['blocked', 'blocking'] as const) expect(header(closed)).not.toMatch(/Roma|online/i)
})

test('[PROF-14] a chat header without a place does not begin with a dot', () => {
  expect(header(null, '')).toContain('>Online now<')
})
